import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApi, tokens } from '../../../test/an-api.ts'

const headers = { 'api-key': tokens.administrator }
let api: Awaited<ReturnType<typeof anApi>>
beforeAll(async () => {
  api = await anApi()
})
afterAll(() => api[Symbol.asyncDispose]())

const control = 'must not contain control characters'
const general = { hostname: 'siem.example.org', port: 6_514 }
const inCertificate = (server_name: string) => ({ general, certificate: { server_name } })
const hostName = '`certificate.server_name` must be a host name, for example siem.example.org.'
const digits = (name: string) => `\`${name}\` must be a whole number, written in digits.`
const half = (name: string) => `\`${name}\` must not contain half of a surrogate pair.`

/** Requests that once failed in a database or a receiver, or were misread, and similar ones. */
test.each<
  [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload: object | undefined, detail: string]
>([
  ['GET', '/api/audit?actor=%00', undefined, `\`actor\` ${control}.`],
  ['GET', '/api/audit?object=%00', undefined, `\`object\` ${control}.`],
  ['GET', '/api/audit?action=a%00b', undefined, `\`action\` ${control}.`],
  ['GET', '/api/audit?address=%0d%0a', undefined, `\`address\` ${control}.`],
  ['GET', '/api/audit?text=%7f', undefined, `\`text\` ${control}.`],
  [
    'GET',
    '/api/audit?from=0000-01-01',
    undefined,
    '`from` must be an ISO 8601 time, for example 2026-11-14T09:00:00Z.',
  ],
  [
    'GET',
    '/api/audit?to=9999-12-31T23:59:59-12:00',
    undefined,
    '`to` must be an ISO 8601 time, for example 2026-11-14T09:00:00Z.',
  ],
  ['GET', '/api/alerts?tag=%00', undefined, `\`tag\` ${control}.`],
  ['GET', '/api/alerts?tag=a,b%00', undefined, `\`tag\` ${control}.`],
  ['GET', '/api/alerts?state=%00', undefined, `\`state\` ${control}.`],
  ['GET', '/api/alerts?name=%1b%5b2J', undefined, `\`name\` ${control}.`],
  ['GET', '/api/alerts?search=%00', undefined, `\`search\` ${control}.`],
  ['GET', '/api/alerts?cursor=%00', undefined, `\`cursor\` ${control}.`],
  ['POST', '/api/alerts', { tag: '\u0000' }, `\`tag\` ${control}.`],
  ['POST', '/api/alerts', { tag: ['a', '\u0000'] }, `\`tag\` ${control}.`],
  ['POST', '/api/alerts', { name: 'a\ud800' }, half('name')],
  ['POST', '/api/auth/keys', { name: 'a\u0000', scopes: ['search'] }, `\`name\` ${control}.`],
  ['POST', '/api/auth/keys', { name: 'a\ud800', scopes: ['search'] }, half('name')],
  ['POST', '/api/auth/login', { username: '\u0000', password: 'x' }, `\`username\` ${control}.`],
  ['PUT', '/api/exports/syslog/97', inCertificate('a\u0000b'), hostName],
  ['PUT', '/api/exports/syslog/97', inCertificate('a\r\nb'), hostName],
  ['PUT', '/api/exports/syslog/97', inCertificate('*'), hostName],
  ['PUT', '/api/exports/syslog/97', inCertificate('-a.example'), hostName],
  ['PUT', '/api/exports/syslog/97', inCertificate(''), hostName],
  ['PUT', '/api/exports/syslog/1/general', { ...general, hostname: 'a\u0000b' }, `\`hostname\` ${control}.`],
  ['PUT', '/api/exports/syslog/1e1/general', general, digits('id')],
  ['GET', '/api/users/0x1', undefined, digits('id')],
  ['GET', '/api/users/true', undefined, digits('id')],
  ['GET', '/api/users/1.9', undefined, digits('id')],
  ['GET', '/api/users/%201', undefined, digits('id')],
  ['GET', '/api/users/99999999999999999999', undefined, digits('id')],
  ['DELETE', '/api/users/1/sessions/1e1', undefined, digits('id')],
  ['GET', '/api/audit?limit=1e2', undefined, digits('limit')],
  ['GET', '/api/dead-letters?cursor=0x1', undefined, digits('cursor')],
])('%s %s %j is rejected with %s', async (method, url, payload, detail) => {
  const answer = await api.app.inject({ method, url, headers, ...(payload && { payload }) })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ type: '/problems/invalid-request', detail })
})

test('the detail gives the first of several errors and the number of further ones', async () => {
  const answer = await api.app.inject({ url: '/api/audit?actor=%00&object=%00&limit=7', headers })
  expect(answer.json()).toMatchObject({
    detail: `\`actor\` ${control}. \`errors\` lists 1 more.`,
    errors: [
      { parameter: 'actor', detail: control },
      { parameter: 'object', detail: control },
    ],
  })
})

test('allows tabs and line breaks in notes, but no other control characters', async () => {
  const id = `7-${'a'.repeat(32)}-000000000001`
  const mark = (note: string) =>
    api.app.inject({ method: 'PATCH', url: `/api/alerts/${id}/mark`, headers, payload: { note } })
  expect((await mark('first\r\n\tsecond')).statusCode).toBe(404)
  const refused = await mark('bell\u0007')
  expect([refused.statusCode, refused.json().detail]).toEqual([
    400,
    '`note` must not contain control characters other than tabs and line breaks.',
  ])
})

test('rejects a risk policy category whose name cannot be stored', async () => {
  const { policy } = (await api.app.inject({ url: '/api/risk-policy', headers })).json<{ policy: object }>()
  const put = (name: string) =>
    api.app.inject({ method: 'PUT', url: '/api/risk-policy', headers, payload: { ...policy, category: { [name]: 1 } } })
  for (const [name, detail] of [
    ['a\u0000b', `\`category.a\ufffdb\` ${control}.`],
    ['a\nb', `\`category.a\ufffdb\` ${control}.`],
    ['', '`category.` must not have fewer than 1 characters.'],
    ['x'.repeat(129), `\`category.${'x'.repeat(91)}\` must not have more than 128 characters.`],
  ] as const) {
    const answer = await put(name)
    expect([answer.statusCode, answer.json().detail]).toEqual([400, detail])
  }
  expect((await put('A Network Trojan was detected')).statusCode).toBe(200)
})
