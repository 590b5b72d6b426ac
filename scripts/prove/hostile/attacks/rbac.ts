import { expectedAnswers, type ExpectedRow, type Identity, pathOf } from '../../accounts/answers/expected-answers.ts'
import type { RequestRow } from './table.ts'

const refusals = [401, 403]
const crossSite = { 'sec-fetch-site': 'cross-site' }

/**
 * Every documented route as each caller of the attack list. Requests that end a session are only sent where they are
 * rejected; the accounts proof sends the others.
 */
export function rbacRows(routes: readonly string[]): RequestRow[] {
  return expectedAnswers
    .filter(({ route }) => routes.includes(route))
    .flatMap((row) => [
      cell(row, 'nobody', row.answers.nobody),
      cell(row, 'false-token', row.answers.nobody),
      cell(row, 'viewer', row.answers.viewer),
      // Public routes ignore credentials.
      ...(row.answers.nobody === 401 ? [cell(row, 'viewer', 403, crossSite)] : []),
      cell(row, 'operator', row.answers.operator),
      cell(row, 'auditor', row.answers.auditor),
      cell(row, 'key', row.answers['key search' satisfies Identity]),
    ])
    .filter(({ name, expect = [] }) => !name.includes('(ends the session)') || refusals.includes(expect[0] ?? 0))
}

/** Documented routes that the table lacks. */
export function unknownRoutes(routes: readonly string[]): string[] {
  const known = new Set(expectedAnswers.map(({ route }) => route))
  return routes.filter((route) => !known.has(route))
}

function cell(
  row: ExpectedRow,
  as: NonNullable<RequestRow['as']>,
  status: number,
  headers: Record<string, string> = {},
): RequestRow {
  const [method = ''] = row.route.split(' ')
  const kind = `${as}${headers === crossSite ? ' from another site' : ''}${row.isLast ? ' (ends the session)' : ''}`
  return {
    name: `${row.route} as ${kind}`,
    as,
    method,
    path: pathOf(row),
    headers,
    expect: [status],
    ...(row.body === undefined ? { isBodyless: true } : { body: row.body }),
  }
}
