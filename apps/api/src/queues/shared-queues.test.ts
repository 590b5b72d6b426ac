import { expect, test } from 'vitest'
import { anApi, asOperator, tokens } from '../../test/an-api.ts'
import { aLiveCredential } from '../../test/people/a-credential.ts'
import { hashToken } from '../http/caller/credential.ts'

const asAdministrator = { 'api-key': tokens.administrator }

/** An API whose engine answers listings, summaries and clusters when the test says so. */
async function aSlowApi() {
  const ends: (() => void)[] = []
  const begun: string[] = []
  const answer = async <T>(what: string, value: T): Promise<T> => {
    begun.push(what)
    await new Promise<void>((resolve) => ends.push(resolve))
    return value
  }
  const api = await anApi({
    findLive: async ({ hash }) =>
      hashToken(tokens.operator).equals(hash)
        ? aLiveCredential({ accountId: 7, role: 'operator' })
        : aLiveCredential({ accountId: 8, role: 'administrator' }),
    alerts: {
      page: () => answer('page', { entries: [] }),
      named: () => answer('named', []),
      clusters: () => answer('clusters', { clusters: [] }),
      groups: () => answer('groups', { groups: [], hasMore: false }),
      summarise: () => answer('summary', { total: 0, counts: [], buckets: [], top: {} }),
    },
  })
  const get = (url: string, headers: Record<string, string> = asOperator) => api.app.inject({ url, headers })
  const until = (count: number) => expect.poll(() => begun.length).toBe(count)
  return {
    api,
    get,
    until,
    begun,
    endOne: () => ends.shift()?.(),
    endAll: () => ends.splice(0).forEach((end) => end()),
  }
}

test('a caller that floods the alert listing delays another by one of its requests', async () => {
  const { api, get, until, begun, endOne, endAll } = await aSlowApi()
  await using _ = api
  // Four run, four wait, and the rest is told to come back.
  const flood = Array.from({ length: 10 }, () => get('/api/alerts'))
  await until(4)
  const refused = (await Promise.all(flood.slice(8))).map(({ statusCode, headers }) => [
    statusCode,
    headers['retry-after'],
  ])
  expect(refused).toEqual([
    [429, '2'],
    [429, '2'],
  ])
  const other = get('/api/alerts/clusters', asAdministrator)
  await expect.poll(() => api.metricsText()).toMatch(/searches_waiting\{queue="cheap",lane="cheap"\} 5/)
  endOne()
  await until(5)
  endOne()
  await until(6)
  // The operator's first one in the queue, then the other caller, before three more of the operator.
  expect(begun.slice(4)).toEqual(['page', 'clusters'])
  const isDone = Promise.all([other, ...flood.slice(0, 8)])
  const ending = setInterval(endAll, 5)
  expect((await isDone).map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 9 }, () => 200))
  clearInterval(ending)
})

test('alerts and searches of events use the same queues and limits', async () => {
  const { api, get, until, endAll } = await aSlowApi()
  await using _ = api
  const flood = Array.from({ length: 8 }, () => get('/api/alerts'))
  await until(4)
  const search = { method: 'POST', url: '/api/data/es/search', payload: {}, headers: asOperator } as const
  expect((await api.app.inject(search)).statusCode).toBe(429)
  expect(await api.metricsText()).toMatch(/searches_running\{queue="cheap",lane="cheap"\} 4/)
  expect(await api.metricsText()).toMatch(/searches_waiting\{queue="cheap",lane="cheap"\} 4/)
  const ending = setInterval(endAll, 5)
  await Promise.all(flood)
  clearInterval(ending)
  expect((await api.app.inject(search)).statusCode).toBe(200)
  expect(await api.metricsText()).toMatch(/searches_running\{queue="cheap",lane="cheap"\} 0/)
})

test('counting over a long range does not delay listings', async () => {
  const { api, get, until, begun, endAll } = await aSlowApi()
  await using _ = api
  const counting = [get('/api/alerts/summary'), get('/api/alerts/groups'), get('/api/alerts/summary')]
  await until(2)
  const listing = get('/api/alerts')
  await until(3)
  expect(begun).toEqual(['summary', 'groups', 'page'])
  const ending = setInterval(endAll, 5)
  await Promise.all([...counting, listing])
  clearInterval(ending)
})
