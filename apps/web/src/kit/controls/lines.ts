/** Splits a text into entries at line breaks and commas; drops empty entries. */
export function linesOf(written: string): string[] {
  return written.split(/[\n,]/).flatMap((line) => line.trim() || [])
}
