import { expect, test } from 'vitest'
import { anApi, asOperator, tokens } from '../../test/an-api.ts'

const asAdministrator = { 'api-key': tokens.administrator }
const first = {
  session_age_seconds: 28_800,
  session_max_days: 7,
  cookie_idle_minutes: 30,
  retention_days: 30,
  disk_limit_percent: 80,
  probe_events_per_second: 10_000,
  probe_silent_seconds: 120,
  clock_ahead_minutes: 60,
  oldest_event_days: 365,
  file_max_mib: 32,
  file_storage_gib: 10,
  file_retention_days: 7,
  probe_file_kib_per_second: 2_048,
}

const patch = (payload: object, headers: Record<string, string> = {}) =>
  ({ method: 'PATCH', url: '/api/settings', payload, headers: { ...asAdministrator, ...headers } }) as const

test('operators read every setting with its version', async () => {
  await using api = await anApi()
  const answer = await api.app.inject({ url: '/api/settings', headers: asOperator })
  expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"1"'])
  expect(answer.json()).toEqual(first)
})

test('returns the meaning and bounds of each setting to operators', async () => {
  await using api = await anApi()
  const answer = await api.app.inject({ url: '/api/settings/schema', headers: asOperator })
  const told = answer.json() as { name: string; first_value: number; description: string }[]
  expect(Object.fromEntries(told.map(({ name, first_value }) => [name, first_value]))).toEqual(first)
  expect(told[0]).toMatchObject({ name: 'session_age_seconds', minimum: 300, maximum: 86_400 })
  expect(told.every(({ description }) => description.endsWith('.'))).toBe(true)
})

test('an administrator changes one setting and keeps the others', async () => {
  await using api = await anApi()
  const answer = await api.app.inject(patch({ session_age_seconds: 300 }))
  expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"2"'])
  expect(answer.json()).toEqual({ ...first, session_age_seconds: 300 })
  expect((await api.app.inject({ url: '/api/settings', headers: asOperator })).json()).toEqual(answer.json())
})

test('keeps settings that a change omits, whatever their default', async () => {
  await using api = await anApi()
  await api.app.inject(patch({ retention_days: 365, disk_limit_percent: 90, cookie_idle_minutes: 10 }))
  const answer = await api.app.inject(patch({ session_age_seconds: 300 }))
  expect(answer.json()).toEqual({
    ...first,
    session_age_seconds: 300,
    retention_days: 365,
    disk_limit_percent: 90,
    cookie_idle_minutes: 10,
  })
})

test('rejects changes by other roles', async () => {
  await using api = await anApi()
  for (const token of [tokens.operator, tokens.viewer]) {
    expect((await api.app.inject(patch({ session_age_seconds: 300 }, { 'api-key': token }))).statusCode).toBe(403)
  }
  expect((await api.app.inject({ url: '/api/settings' })).statusCode).toBe(401)
})

test.each([
  [{ session_age_seconds: 299 }, '#/session_age_seconds'],
  [{ session_age_seconds: 86_401 }, '#/session_age_seconds'],
  [{ session_age_seconds: '300' }, '#/session_age_seconds'],
  [{ session_age_seconds: 300.5 }, '#/session_age_seconds'],
  [{ session_age_seconds: null }, '#/session_age_seconds'],
  [{ retention_days: 0 }, '#/retention_days'],
  [{ disk_limit_percent: 99 }, '#/disk_limit_percent'],
  [{ session_max_days: 0 }, '#/session_max_days'],
  [{ session_max_days: 31 }, '#/session_max_days'],
  [{ cookie_idle_minutes: 4 }, '#/cookie_idle_minutes'],
  [{ session_age: 300 }, '#/session_age'],
  [{ retention_days: 10, toString: 1 }, '#/toString'],
  [JSON.parse('{"__proto__": {"retention_days": 1}, "retention_days": 10}') as object, undefined],
  [{}, '#'],
])('rejects %j with a pointer and changes nothing', async (payload, pointer) => {
  await using api = await anApi()
  const answer = await api.app.inject(patch(payload))
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ type: '/problems/invalid-request', ...(pointer && { errors: [{ pointer }] }) })
  expect((await api.app.inject({ url: '/api/settings', headers: asOperator })).json()).toEqual(first)
})

test('rejects the second of two changes to the same version', async () => {
  await using api = await anApi()
  const one = await api.app.inject(patch({ session_age_seconds: 600 }, { 'if-match': '"1"' }))
  expect([one.statusCode, one.headers.etag]).toEqual([200, '"2"'])
  const other = await api.app.inject(patch({ session_age_seconds: 900 }, { 'if-match': '"1"' }))
  expect(other.statusCode).toBe(412)
  expect(other.json()).toMatchObject({ type: '/problems/changed-meanwhile' })
  expect((await api.app.inject(patch({ session_age_seconds: 900 }, { 'if-match': '*' }))).statusCode).toBe(200)
})

test.each(['7', 'W/"1"', '"x"', ''])('rejects If-Match %j', async (ifMatch) => {
  await using api = await anApi()
  expect((await api.app.inject(patch({ session_age_seconds: 600 }, { 'if-match': ifMatch }))).statusCode).toBe(400)
})
