/** A table as CSV (RFC 4180), safe to open in a spreadsheet. */
export function csvOf(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return [head, ...rows]
    .map((row) => row.map(cellOf).join(','))
    .join('\r\n')
    .concat('\r\n')
}

/** What a spreadsheet would run as a formula: event data come from attackers. */
const formula = /^[=+\-@\t\r]/

function cellOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  const plain = textOf(value)
  const harmless = formula.test(plain) ? `'${plain}` : plain
  return /[",\r\n]/.test(harmless) || harmless !== harmless.trim() ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}

/** Saves a file in the browser, without a server request. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
