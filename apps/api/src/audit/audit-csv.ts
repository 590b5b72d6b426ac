import type { AuditEntryView } from '@watchpost/contract'

const columns = [
  'id',
  'kind',
  'at',
  'account_id',
  'actor',
  'via',
  'credential',
  'address',
  'request_id',
  'action',
  'object',
  'result',
  'status',
  'detail',
  'before',
  'after',
] as const satisfies readonly (keyof AuditEntryView)[]

/** Entries as CSV (RFC 4180), with a header line. */
export function auditCsv(entries: readonly AuditEntryView[]): string {
  const lines = entries.map((entry) => columns.map((column) => cell(entry[column])).join())
  return [columns.join(), ...lines, ''].join('\r\n')
}

/** Always quoted, and escaped so that a spreadsheet does not run it as a formula. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
