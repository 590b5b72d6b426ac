/** What was written one a line, or with commas between; empty ones are left out. */
export function linesOf(written: string): string[] {
  return written.split(/[\n,]/).flatMap((line) => line.trim() || [])
}
