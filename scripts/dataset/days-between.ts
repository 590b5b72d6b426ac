const DAY_MS = 86_400_000

/** Every UTC day between two times, as yyyy-MM-dd. */
export function daysBetween(from: number, to: number): string[] {
  const days: string[] = []
  for (let day = Math.floor(from / DAY_MS); day <= Math.floor(to / DAY_MS); day++) {
    days.push(new Date(day * DAY_MS).toISOString().slice(0, 10))
  }
  return days
}
