import { expect, test } from 'vitest'
import { aLiveCredential } from '../../../test/people/a-credential.ts'
import { anApi } from '../../../test/an-api.ts'
import { type Credential, hashToken, newToken } from './credential.ts'

const olga = newToken()
const ada = newToken()

/** An API that knows these tokens, and counts the lookups in the store. */
async function aCountedApi(requestsPerMinute: number) {
  const live = new Map([
    [olga, aLiveCredential({ id: 7, accountId: 1 })],
    [ada, aLiveCredential({ id: 8, accountId: 2 })],
  ])
  const counts = { lookups: 0 }
  const findLive = async ({ hash }: Credential) => {
    counts.lookups += 1
    return [...live].find(([token]) => hashToken(token).equals(hash))?.[1] ?? ('absent' as const)
  }
  const api = await anApi({ requestsPerMinute, findLive })
  const ask = async (token?: string, url = '/api/version', remoteAddress = '192.0.2.7') => {
    const headers = token === undefined ? {} : { 'api-key': token }
    return (await api.app.inject({ url, headers, remoteAddress })).statusCode
  }
  return { ...api, live, counts, ask, [Symbol.asyncDispose]: () => api[Symbol.asyncDispose]() }
}

test('an unknown caller over the limit costs no lookup', async () => {
  await using api = await aCountedApi(60)
  const answers = []
  for (let each = 0; each < 100; each += 1) answers.push(await api.ask(newToken()))
  expect(answers.filter((status) => status === 401)).toHaveLength(60)
  expect(answers.slice(60).every((status) => status === 429)).toBe(true)
  expect(api.counts.lookups).toBe(60)
  expect(await api.metricsText()).toMatch(/api_rate_limited_total\{kind="address"\} 40/)
})

test('concurrent invalid tokens are limited before the lookup', async () => {
  await using api = await aCountedApi(60)
  const answers = await Promise.all(Array.from({ length: 200 }, () => api.ask(newToken())))
  expect(answers.filter((status) => status === 429)).toHaveLength(140)
  expect(api.counts.lookups).toBe(60)
})

test('limits unknown paths and wrong methods too', async () => {
  await using api = await aCountedApi(60)
  const answers = []
  for (let each = 0; each < 62; each += 1) answers.push(await api.ask(undefined, `/nothing/${each}`))
  expect([answers[59], answers[60], answers[61]]).toEqual([404, 429, 429])
  const answer = await api.app.inject({ method: 'PUT', url: '/api/version', remoteAddress: '192.0.2.7' })
  expect(answer.statusCode).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(await api.ask(undefined, '/nothing', '198.51.100.1')).toBe(404)
})

test('a flood from a shared IP address does not block signed-in callers', async () => {
  await using api = await aCountedApi(60)
  expect(await api.ask(olga)).toBe(200)
  for (let each = 0; each < 70; each += 1) await api.ask(newToken())
  expect(await api.ask(olga)).toBe(200)
  // Not seen before: it waits for the next minute, or uses another IP address.
  expect(await api.ask(ada)).toBe(429)
  expect(await api.ask(ada, '/api/version', '198.51.100.1')).toBe(200)
})

test('does not count the first use of a valid token for its IP address', async () => {
  await using api = await aCountedApi(60)
  await api.ask(olga)
  const stranger = await api.app.inject({ url: '/api/version', remoteAddress: '192.0.2.7' })
  expect(stranger.headers.ratelimit).toMatch(/r=59;/)
})

test('counts an expired token as unknown again', async () => {
  await using api = await aCountedApi(60)
  expect(await api.ask(olga)).toBe(200)
  api.live.delete(olga)
  const answers = []
  for (let each = 0; each < 70; each += 1) answers.push(await api.ask(olga))
  expect([answers[0], answers[59], answers[60]]).toEqual([401, 401, 429])
  expect(api.counts.lookups).toBe(61)
})
