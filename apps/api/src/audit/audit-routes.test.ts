import type { AuditFilter, AuditListEntry, AuditPosition } from '@watchpost/store'
import { expect, test } from 'vitest'
import { anApi, asOperator, tokens } from '../../test/an-api.ts'

const entry: AuditListEntry = {
  kind: 'change',
  at: '2026-11-14T09:12:33.412345Z',
  key: [7, 0],
  accountId: 1,
  username: 'olga',
  via: 'token',
  credentialPrefix: '0a1b2c3d',
  address: '192.0.2.7',
  requestId: 'r-1',
  action: 'user.create',
  object: 'user/7',
  result: 'ok',
  status: null,
  detail: null,
  before: null,
  after: { username: '=cmd|"x"' },
}

/** An API over these entries, and the filters that it received. */
async function asked(entries: AuditListEntry[], next: AuditPosition | null = null) {
  const questions: { filter: AuditFilter; after: AuditPosition | null; limit: number }[] = []
  const api = await anApi({
    audit: async (filter, after, limit) => {
      questions.push({ filter, after, limit })
      return { entries, next }
    },
  })
  const get = (url: string) => api.app.inject({ url, headers: { 'api-key': tokens.administrator } })
  return { ...api, get, questions }
}

test('lists entries for administrators, and audits the access', async () => {
  await using api = await asked([entry])
  const answer = await api.get('/api/audit?actor=olga')
  expect(answer.json()).toMatchObject([{ id: 'change/7', actor: 'olga', after: entry.after, status: null }])
  expect(answer.headers.link).toBeUndefined()
  expect(api.accesses).toMatchObject([{ action: 'audit.read', detail: 'actor=olga', status: 200 }])
  expect((await api.app.inject({ url: '/api/audit', headers: asOperator })).statusCode).toBe(403)
})

test('passes every filter to the store, and links to the next page by its URL alone', async () => {
  const next: AuditPosition = { kind: 'access', at: entry.at, key: [3, 4] }
  await using api = await asked([], next)
  const filters = 'kind=access&from=2026-11-01&to=2026-11-15T00:00:00Z&actor=olga&action=a.b&object=user/7'
  const answer = await api.get(`/api/audit?${filters}&address=192.0.2.7&result=refused&text=50%25&limit=5`)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual([])
  const [, link = ''] = /^<(.*)>; rel="next"$/.exec(String(answer.headers.link)) ?? []
  await api.get(link)
  const filter = {
    kind: 'access',
    from: new Date('2026-11-01'),
    to: new Date('2026-11-15'),
    username: 'olga',
    action: 'a.b',
    object: 'user/7',
    address: '192.0.2.7',
    result: 'refused',
    text: '50%',
  }
  expect(api.questions).toEqual([
    { filter, after: null, limit: 5 },
    { filter, after: next, limit: 5 },
  ])
})

test.each(['limit=0', 'limit=10001', 'result=maybe', 'from=yesterday', 'who=olga', 'cursor=x', 'kind=x', 'format=xml'])(
  'rejects a query string with %s',
  async (query) => {
    await using api = await asked([])
    expect((await api.get(`/api/audit?${query}`)).statusCode).toBe(400)
    expect(api.questions).toEqual([])
  },
)

test('writes CSV that a spreadsheet does not run as formulas', async () => {
  await using api = await asked([entry, { ...entry, username: '=1+1', object: 'a"b' }])
  const answer = await api.get('/api/audit?format=csv')
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [names, first, second] = answer.body.split('\r\n')
  expect(names).toMatch(/^id,kind,at,account_id,actor,/)
  expect(first).toContain('"{""username"":""=cmd|\\""x\\""""}"')
  expect(second).toContain(`"'=1+1"`)
  expect(second).toContain('"a""b"')
})
