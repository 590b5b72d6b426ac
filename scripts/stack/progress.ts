/** Prints one line per step, with the time since the start. */
export function createProgress(print: (line: string) => void = console.log) {
  const startedAt = performance.now()
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1)
  return {
    seconds,
    say: (part: string, what: string) => print(`${seconds().padStart(7)}s  ${part.padEnd(13)} ${what}`),
  }
}
export type Progress = ReturnType<typeof createProgress>

/** Formats a table; columns are as wide as their widest cell. */
export function table(rows: ReadonlyArray<readonly string[]>): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
