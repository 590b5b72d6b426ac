/** What the engine reports as wrong with a search: the type of the error, and its text. */
export interface EngineComplaint {
  type?: string
  reason?: string | null
}

const FIELD =
  /(?:value for field|[Ff]ield name|for field|on field|No mapping found for|\bField) \[([\w@-]+(?:\.[\w@-]+)*)\]/

const timeTypes: ReadonlySet<string> = new Set([
  'date_time_exception',
  'date_time_parse_exception',
  'arithmetic_exception',
])
const numberTypes: ReadonlySet<string> = new Set(['number_format_exception', 'input_coercion_exception'])

const advice = 'Check it against the type of its field: GET /api/data/es/fields lists them.'

/**
 * What a caller is told about a search that the engine cannot read: our own text, with the field if the engine names
 * one. The engine's text would reveal which engine it is, so it goes to the log only.
 */
export function wordsFor(complaints: readonly EngineComplaint[]): string {
  const reasons = complaints.map(({ reason }) => reason ?? '')
  const field = reasons.map((each) => FIELD.exec(each)?.[1]).find((each) => each !== undefined)
  const about = field ? ` for ${field}` : ''
  if (complaints.some(({ type = '', reason }) => timeTypes.has(type) || /\bdate\b|\btime\b/i.test(reason ?? ''))) {
    return `A time${about} cannot be read. Write it in the format that the body names, or as 2026-11-14T09:12:33Z, now-24h or whole milliseconds.`
  }
  if (complaints.some(({ type = '', reason }) => numberTypes.has(type) || /out of range|number/i.test(reason ?? ''))) {
    return `A number${about} does not fit its field. ${advice}`
  }
  if (reasons.some((each) => /\bIP\b|\bip_range\b|address/i.test(each))) {
    return `An address${about} cannot be read. Write it as 192.0.2.7, 2001:db8::7 or 192.0.2.0/24.`
  }
  return `A value${about} does not fit the place where it stands. ${advice}`
}
