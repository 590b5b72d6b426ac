import type { Report } from '../harness/report.ts'
import type { Asker } from './http.ts'

type Rule = (value: unknown) => boolean

const text: Rule = (value) => typeof value === 'string' && value !== ''
const whole: Rule = (value) => Number.isInteger(value)
const like =
  (pattern: RegExp): Rule =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const between =
  (least: number, most: number): Rule =>
  (value) =>
    whole(value) && Number(value) >= least && Number(value) <= most
const among =
  (...values: unknown[]): Rule =>
  (value) =>
    values.includes(value)

const address = like(/^(\d{1,3}(\.\d{1,3}){3}|[0-9a-f:]+)$/)
const date = like(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
const probe: Rule = (value) => {
  const { id, fqdn, is_paired } = (value ?? {}) as Record<string, unknown>
  return whole(id) && text(fqdn) && typeof is_paired === 'boolean'
}

/** Section 2.3 of the specification, with the values that were decided. */
const alertRules: Record<string, Rule> = {
  id: like(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  name: text,
  date,
  probe,
  description: text,
  src_ip: address,
  dest_ip: address,
  risk: between(0, 100),
  type: among('network_engine', 'malware_engine', 'code_engine'),
  uuid: like(/^\d+-[0-9a-f]{32}-\d{12}$/),
}

/** Section 2.4. */
const clusterRules: Record<string, Rule> = {
  id: like(/^[0-9a-f:.]+-\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/),
  ip: address,
  number_alerts: between(1, 1e9),
  average_risk: (value) => typeof value === 'number' && value >= 0 && value <= 100,
  risk_score: between(0, 100),
  date,
  description: text,
  malware_codeanalysis: between(0, 1e9),
  type_ip: among('src'),
  probe,
}

/** Every field and format, with both methods, both prefixes, and with and without a trailing slash. */
export async function checkShapes(report: Report, asker: Asker, base: string): Promise<void> {
  for (const [name, rules] of [
    ['alerts', alertRules],
    ['alerts/clusters', clusterRules],
  ] as const) {
    const answers = new Set<string>()
    for (const prefix of ['/api', '/api/v1', '//api']) {
      for (const slash of ['', '/']) {
        for (const body of [undefined, { limit: 50, date_to: '2100-01-01' }]) {
          const path = `${prefix}/${name}${slash}${body ? '' : '?limit=50&date_to=2100-01-01'}`
          const { status, body: rows } = await asker.ask<Record<string, unknown>[]>(base, path, body)
          if (status !== 200 || !Array.isArray(rows)) answers.add(`${status} at ${path}`)
          else answers.add(JSON.stringify(rows))
        }
      }
    }
    const rows = JSON.parse([...answers][0] ?? '[]') as Record<string, unknown>[]
    report.check(`${name}: the same by GET and POST, every prefix and slash`, answers.size === 1 && rows.length > 0)
    const wrong = rows.flatMap((row) =>
      Object.entries(rules).flatMap(([field, rule]) =>
        rule(row[field]) ? [] : [`${field}: ${JSON.stringify(row[field])}`],
      ),
    )
    report.check(`${name}: every field in its format`, wrong.length === 0, wrong.slice(0, 5).join('; '))
  }
}
