/** How an account of each role signs in. */
export const entrances = { viewer: 'browser', operator: 'token', administrator: 'token', auditor: 'browser' } as const
export type AccountRole = keyof typeof entrances
export const accountRoles = Object.keys(entrances) as AccountRole[]

/** The identities that call. The keys belong to an administrator. */
export const identities = [
  'nobody',
  'expired',
  'disabled',
  'viewer',
  'operator',
  'administrator',
  'auditor',
  'key search',
  'key alerts:read',
  'key alerts:write',
  'key exports',
  'key probes',
  'key admin',
] as const
export type Identity = (typeof identities)[number]

export interface ExpectedRow {
  /** The route as named in the API description. */
  route: string
  /** The requested path, where the route has parameters. */
  path?: string
  body?: unknown
  /** May end every session of the caller, so a new session is needed before and after. */
  isLast?: boolean
  answers: Readonly<Record<Identity, number>>
}

const empty = { body: {} }

/**
 * The expected status of every route for each caller, written by hand from the intended roles and scopes. An authorised
 * request reaches the route itself, which answers 400 or 404 to an invalid body or id.
 *
 *                                        `nobody` expired disabled viewer operator administrator auditor, keys: search alerts:read alerts:write exports probes admin
 */
export const expectedAnswers: readonly ExpectedRow[] = [
  row('POST /api/auth/login', '             400 400 400 400 400 400 400   400 400 400 400 400 400', empty),
  row('POST /api/auth/logout', '            401 401 401 204 204 204 204   403 403 403 403 403 403', { isLast: true }),
  row('POST /api/auth/refresh', '           401 401 401 403 200 200 403   403 403 403 403 403 403', { isLast: true }),
  row('GET /api/auth/me', '                 401 401 401 200 200 200 200   200 200 200 200 200 200'),
  row('POST /api/auth/password', '          401 401 401 400 400 400 400   403 403 403 403 403 403', empty),
  row('POST /api/auth/session', '           400 400 400 400 400 400 400   400 400 400 400 400 400', empty),
  row('DELETE /api/auth/session', '         401 401 401 204 204 204 204   403 403 403 403 403 403', { isLast: true }),
  row('POST /api/auth/session/confirm', '   401 401 401 400 400 400 400   403 403 403 403 403 403', empty),
  row('GET /api/auth/sessions', '           401 401 401 200 200 200 200   403 403 403 403 403 403'),
  row('DELETE /api/auth/sessions', '        401 401 401 204 204 204 204   403 403 403 403 403 403', { isLast: true }),
  row('DELETE /api/auth/sessions/{id}', '   401 401 401 404 404 404 404   403 403 403 403 403 403'),
  row('GET /api/auth/keys', '               401 401 401 403 200 200 403   403 403 403 403 403 200'),
  row('POST /api/auth/keys', '              401 401 401 403 403 400 403   403 403 403 403 403 400', empty),
  row('DELETE /api/auth/keys/{id}', '       401 401 401 403 404 404 403   403 403 403 403 403 404'),

  row('GET /api/users', '                   401 401 401 403 403 200 403   403 403 403 403 403 200'),
  row('POST /api/users', '                  401 401 401 403 403 400 403   403 403 403 403 403 400', empty),
  row('GET /api/users/{id}', '              401 401 401 403 403 404 403   403 403 403 403 403 404'),
  row('PATCH /api/users/{id}', '            401 401 401 403 403 400 403   403 403 403 403 403 400', empty),
  row('DELETE /api/users/{id}', '           401 401 401 403 403 404 403   403 403 403 403 403 404'),
  row('POST /api/users/{id}/password', '    401 401 401 403 403 404 403   403 403 403 403 403 404'),
  row('GET /api/users/{user_id}/sessions', '401 401 401 403 403 404 403   403 403 403 403 403 404'),
  row('DELETE /api/users/{user_id}/sessions', '     401 401 401 403 403 404 403   403 403 403 403 403 404'),
  row('DELETE /api/users/{user_id}/sessions/{id}', '401 401 401 403 403 404 403   403 403 403 403 403 404'),

  row('POST /api/data/es/search', '         401 401 401 200 200 200 403   200 403 403 403 403 403', {
    body: { size: 0 },
  }),
  row('POST /api/data/es/count', '          401 401 401 200 200 200 403   200 403 403 403 403 403', empty),
  row('GET /api/data/es/fields', '          401 401 401 200 200 200 403   200 403 403 403 403 403'),
  row('GET /api/coverage', '                401 401 401 200 200 200 403   200 403 403 403 403 403'),

  row('GET /api/alerts', '                  401 401 401 200 200 200 403   403 200 403 403 403 403'),
  row('POST /api/alerts', '                 401 401 401 200 200 200 403   403 200 403 403 403 403', empty),
  row('GET /api/alerts/summary', '          401 401 401 200 200 200 403   403 200 403 403 403 403'),
  row('GET /api/alerts/groups', '           401 401 401 200 200 200 403   403 200 403 403 403 403'),
  row('GET /api/alerts/clusters', '         401 401 401 200 200 200 403   403 200 403 403 403 403'),
  row('POST /api/alerts/clusters', '        401 401 401 200 200 200 403   403 200 403 403 403 403', empty),
  row('GET /api/alerts/clusters/{id}', '    401 401 401 404 404 404 403   403 404 403 403 403 403', {
    path: '/api/alerts/clusters/nothing',
  }),
  row('GET /api/alerts/{id}', '             401 401 401 404 404 404 403   403 404 403 403 403 403', {
    path: '/api/alerts/2001-01-01T00:00:00.000Z',
  }),
  row('GET /api/alerts/{id}/history', '     401 401 401 404 404 404 403   403 404 403 403 403 403', {
    path: '/api/alerts/2001-01-01T00:00:00.000Z/history',
  }),
  row('GET /api/alerts/assignees', '        401 401 401 403 200 200 403   403 403 200 403 403 403'),
  row('POST /api/alerts/jobs', '            401 401 401 403 400 400 403   403 403 400 403 403 403', empty),
  row('GET /api/alerts/jobs', '             401 401 401 403 200 200 403   403 403 200 403 403 403'),
  row('GET /api/alerts/jobs/{id}', '        401 401 401 403 404 404 403   403 403 404 403 403 403', {
    path: '/api/alerts/jobs/999999999',
  }),
  row('POST /api/alerts/jobs/{id}/undo', '  401 401 401 403 404 404 403   403 403 404 403 403 403', {
    path: '/api/alerts/jobs/999999999/undo',
  }),
  row('GET /api/alerts/jobs/{id}/exceptions', '401 401 401 403 404 404 403 403 403 404 403 403 403', {
    path: '/api/alerts/jobs/999999999/exceptions',
  }),
  row('PATCH /api/alerts/{id}/mark', '      401 401 401 403 400 400 403   403 403 400 403 403 403', empty),
  row('POST /api/alerts/marks', '           401 401 401 403 400 400 403   403 403 400 403 403 403', empty),
  row('GET /api/ledger', '                  401 401 401 403 200 200 403   403 403 403 403 200 403'),
  row('GET /api/probes/{id}/ledger', '      401 401 401 403 404 404 403   403 403 403 403 404 403'),
  row('GET /api/risk-policy', '             401 401 401 200 200 200 403   403 200 403 403 403 403'),
  row('PUT /api/risk-policy', '             401 401 401 403 403 400 403   403 403 403 403 403 400', empty),

  row('GET /api/risk-policy/versions', '    401 401 401 200 200 200 403   403 200 403 403 403 403'),
  row('GET /api/risk-policy/schema', '      401 401 401 200 200 200 403   403 200 403 403 403 403'),
  row('POST /api/risk-policy/trial', '      401 401 401 400 400 400 403   403 400 403 403 403 403', empty),

  row('GET /api/exports/syslog', '          401 401 401 403 200 200 403   403 403 403 200 403 403'),
  row('GET /api/exports/syslog/{id}', '     401 401 401 403 404 404 403   403 403 403 404 403 403'),
  row('PUT /api/exports/syslog/{id}', '     401 401 401 403 400 400 403   403 403 403 400 403 403', empty),
  row('DELETE /api/exports/syslog/{id}', '  401 401 401 403 404 404 403   403 403 403 404 403 403'),
  row('PUT /api/exports/syslog/{id}/general', '       401 401 401 403 400 400 403   403 403 403 400 403 403', empty),
  row('POST /api/exports/syslog/{id}/general', '      401 401 401 403 400 400 403   403 403 403 400 403 403', empty),
  row('PUT /api/exports/syslog/{id}/filters', '       401 401 401 403 404 404 403   403 403 403 404 403 403', empty),
  row('POST /api/exports/syslog/{id}/filters', '      401 401 401 403 404 404 403   403 403 403 404 403 403', empty),
  row('DELETE /api/exports/syslog/{id}/filters', '    401 401 401 403 404 404 403   403 403 403 404 403 403'),
  row('PUT /api/exports/syslog/{id}/certificate', '   401 401 401 403 400 400 403   403 403 403 400 403 403', empty),
  row('POST /api/exports/syslog/{id}/certificate', '  401 401 401 403 400 400 403   403 403 403 400 403 403', empty),
  row('DELETE /api/exports/syslog/{id}/certificate', '401 401 401 403 404 404 403   403 403 403 404 403 403'),
  row('POST /api/exports/syslog/{id}/test', '         401 401 401 403 404 404 403   403 403 403 404 403 403'),
  row('POST /api/exports/syslog/{id}/replay', '       401 401 401 403 400 400 403   403 403 403 400 403 403', empty),

  row('GET /api/exports/metrics', '         401 401 401 403 200 200 403   403 403 403 200 403 403'),
  row('PUT /api/exports/metrics', '         401 401 401 403 400 400 403   403 403 403 400 403 403', empty),
  row('POST /api/exports/metrics', '        401 401 401 403 400 400 403   403 403 403 400 403 403', empty),
  row('POST /api/exports/metrics/test', '   401 401 401 403 409 409 403   403 403 403 409 403 403'),

  row('GET /api/probes', '                  401 401 401 403 200 200 403   403 403 403 403 200 403'),
  row('POST /api/probes', '                 401 401 401 403 403 400 403   403 403 403 403 400 403', empty),
  row('GET /api/probes/{id}', '             401 401 401 403 404 404 403   403 403 403 403 404 403'),
  row('PATCH /api/probes/{id}', '           401 401 401 403 403 400 403   403 403 403 403 400 403', empty),
  row('DELETE /api/probes/{id}', '          401 401 401 403 403 404 403   403 403 403 403 404 403'),
  row('POST /api/probes/{id}/pairing', '    401 401 401 403 403 404 403   403 403 403 403 404 403', empty),
  row('POST /api/probes/{id}/clone-clearance', ' 401 401 401 403 403 404 403   403 403 403 403 404 403', empty),
  row('DELETE /api/probes/{id}/pairing', '  401 401 401 403 403 404 403   403 403 403 403 404 403'),

  row('GET /api/dead-letters', '            401 401 401 403 200 200 403   403 403 403 403 403 200'),
  row('GET /api/dead-letters/summary', '    401 401 401 403 200 200 403   403 403 403 403 403 200'),
  row('GET /api/dead-letters/{number}', '   401 401 401 403 404 404 403   403 403 403 403 403 404'),
  row('POST /api/dead-letters/retry', '     401 401 401 403 403 400 403   403 403 403 403 403 400', {
    body: { up_to: -1 },
  }),
  row('GET /api/audit', '                   401 401 401 403 403 200 200   403 403 403 403 403 200'),
  row('GET /api/system/health', '           401 401 401 403 200 200 200   403 403 403 403 403 200'),
  row('GET /api/settings', '                401 401 401 403 200 200 403   403 403 403 403 403 200'),
  row('GET /api/settings/schema', '         401 401 401 403 200 200 403   403 403 403 403 403 200'),
  row('PATCH /api/settings', '              401 401 401 403 403 400 403   403 403 403 403 403 400', empty),
  row('GET /api/system/certificate', '      401 401 401 403 200 200 403   403 403 403 403 403 200'),
  row('PUT /api/system/certificate', '      401 401 401 403 403 400 403   403 403 403 403 403 400', empty),
  row('DELETE /api/system/certificate', '   401 401 401 403 403 204 403   403 403 403 403 403 204'),
  row('GET /api/system/ca', '               200 200 200 200 200 200 200   200 200 200 200 200 200'),
  row('GET /api/version', '                 401 401 401 200 200 200 403   200 200 200 200 200 200'),
  row('GET /problems/{code}', '             200 200 200 200 200 200 200   200 200 200 200 200 200', {
    path: '/problems/forbidden',
  }),
  row('GET /.well-known/security.txt', '    200 200 200 200 200 200 200   200 200 200 200 200 200'),
]

/** A number in a path that matches nothing. */
const absentNumber = '2147483647'

/** The path to request. */
export function pathOf({ route, path }: ExpectedRow): string {
  return path ?? route.replace(/^\S+ /, '').replaceAll(/\{\w+\}/g, absentNumber)
}

function row(route: string, answers: string, more: Omit<ExpectedRow, 'route' | 'answers'> = {}): ExpectedRow {
  const codes = answers.trim().split(/\s+/).map(Number)
  if (codes.length !== identities.length) throw new Error(`${route} has ${codes.length} answers`)
  const entries = identities.map((identity, at) => [identity, codes[at] ?? 0])
  return { route, ...more, answers: Object.fromEntries(entries) as ExpectedRow['answers'] }
}

/** Describes every wrong answer, every route without a row, and every row without a route. */
export async function differences(
  routes: readonly string[],
  ask: (row: ExpectedRow, identity: Identity) => Promise<number>,
): Promise<{ asked: number; wrong: string[] }> {
  const known = new Set(expectedAnswers.map(({ route }) => route))
  const wrong = [
    ...routes.filter((route) => !known.has(route)).map((route) => `${route} has no row`),
    ...expectedAnswers
      .filter(({ route }, at) => expectedAnswers.findIndex((each) => each.route === route) !== at)
      .map(({ route }) => `${route} has two rows`),
    ...[...known].filter((route) => !routes.includes(route)).map((route) => `${route} is not there`),
  ]
  let asked = 0
  for (const each of expectedAnswers.filter(({ route }) => routes.includes(route))) {
    for (const identity of identities) {
      const status = await ask(each, identity)
      asked += 1
      if (status !== each.answers[identity]) {
        wrong.push(`${each.route} as ${identity}: ${status}, not ${each.answers[identity]}`)
      }
    }
  }
  return { asked, wrong }
}
