const dayMs = 86_400_000

/** When a generation started to receive events: on its day, and not before it was opened. */
export function generationBegin(day: string, openedAt: Date | undefined): number {
  const start = Date.parse(day)
  const opened = openedAt?.getTime() ?? start
  return opened > start && opened < start + dayMs ? opened : start
}
