import { AppError, deadLetterLimits, DeadLetterSummary, WholeDeadLetter } from '@watchpost/contract'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { type ApiFakes, anApi, asOperator, tokens } from '../../test/an-api.ts'
import { aDeadLetter, someDeadLetters } from '../../test/probes/some-dead-letters.ts'

const asAdministrator = { 'api-key': tokens.administrator }
const url = '/api/dead-letters'
const several = (count: number) => Array.from({ length: count }, (_, number) => aDeadLetter({ number }))

async function anApiWith(deadLetters: NonNullable<ApiFakes['deadLetters']>) {
  const api = await anApi({ deadLetters })
  const get = (address: string) => api.app.inject({ url: address, headers: asOperator })
  const retry = (payload: object, headers = asAdministrator) =>
    api.app.inject({ method: 'POST', url: `${url}/retry`, payload, headers })
  return { ...api, get, retry }
}

const numbersOf = (rows: { number: number }[]) => rows.map(({ number }) => number)

test('lists waiting letters for operators, newest first, and audits the access', async () => {
  await using api = await anApiWith(someDeadLetters({ letters: several(4), retried: 1 }))
  const answer = await api.get(url)
  expect(numbersOf(answer.json())).toEqual([3, 2, 1])
  expect(answer.json()[0]).toEqual({
    number: 3,
    parked_at: '2026-11-14T09:12:33.653Z',
    received_at: '2026-11-14T09:12:33.415Z',
    reason: 'not-json',
    detail: 'Unexpected end of JSON input',
    probe_id: 7,
    probe_fqdn: 'probe-07.example.test',
    stream: '0f3d2c1b4a5968778695a4b3c2d1e0f9',
    sequence: 103,
    size_bytes: 14,
    is_retried: false,
    retries: 0,
    event: '{"event_type":',
    is_text: true,
    is_truncated: false,
  })
  expect(api.accesses).toMatchObject([{ action: 'dead-letter.list', username: 'operator' }])
})

test('pages through all letters once, in either order', async () => {
  await using api = await anApiWith(someDeadLetters({ letters: several(23), retried: 3 }))
  for (const [order, expected] of [
    ['newest', Array.from({ length: 23 }, (_, index) => 22 - index)],
    ['oldest', Array.from({ length: 23 }, (_, index) => index)],
  ] as const) {
    const seen: number[] = []
    let next: string | undefined = `${url}?state=all&order=${order}&limit=5`
    while (next) {
      const answer = await api.get(next)
      seen.push(...numbersOf(answer.json()))
      next = /^<(.*)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1]
    }
    expect(seen).toEqual(expected)
  }
})

test('filters letters by probe, by reason and by whether they were retried', async () => {
  const letters = [
    aDeadLetter({ number: 0 }),
    aDeadLetter({ number: 1, probeId: 8 }),
    aDeadLetter({ number: 2, reason: 'not-utf8' }),
  ]
  await using api = await anApiWith(someDeadLetters({ letters, retried: 1 }))
  expect(numbersOf((await api.get(`${url}?probe_id=8`)).json())).toEqual([1])
  expect(numbersOf((await api.get(`${url}?reason=not-utf8`)).json())).toEqual([2])
  expect((await api.get(`${url}?state=retried`)).json()).toMatchObject([{ number: 0, is_retried: true }])
  expect((await api.get(`${url}?limit=201`)).statusCode).toBe(400)
  expect((await api.get(`${url}?reason=boredom`)).statusCode).toBe(400)
})

test('truncates a large event in a row between two characters, and says so', async () => {
  const event = `x${'é'.repeat(deadLetterLimits.previewBytes)}`
  await using api = await anApiWith(someDeadLetters({ letters: [aDeadLetter({ event })] }))
  const [row] = (await api.get(url)).json()
  expect([row.is_truncated, row.is_text, row.size_bytes]).toEqual([true, true, Buffer.byteLength(event)])
  expect(row.event).toBe(`x${'é'.repeat(deadLetterLimits.previewBytes / 2 - 1)}`)
})

test('returns a whole letter, as base64 if it is not text', async () => {
  const bytes = Buffer.from([0x7b, 0xff, 0x00, 0xfe])
  const letters = [
    aDeadLetter({ number: 0, event: bytes, reason: 'not-utf8' }),
    aDeadLetter({ number: 1, event: '{"é' }),
  ]
  await using api = await anApiWith(someDeadLetters({ letters }))
  const binary = (await api.get(`${url}/0`)).json()
  expect(binary).toMatchObject({ encoding: 'base64', event: bytes.toString('base64'), is_truncated: false })
  expect((await api.get(`${url}/1`)).json()).toMatchObject({ encoding: 'utf-8', event: '{"é' })
  expect(Value.Check(WholeDeadLetter, binary)).toBe(true)
  expect((await api.get(url)).json()[1]).toMatchObject({ is_text: false, event: '{\ufffd\0\ufffd' })
  const absent = await api.get(`${url}/2`)
  expect([absent.statusCode, absent.json().type]).toEqual([404, '/problems/not-found'])
})

test('returns the beginning of an event beyond the limit', async () => {
  const event = Buffer.alloc(deadLetterLimits.eventBytes + 10, 'a')
  await using api = await anApiWith(someDeadLetters({ letters: [aDeadLetter({ event })] }))
  const whole = (await api.get(`${url}/0`)).json()
  expect([whole.is_truncated, whole.event.length, whole.size_bytes]).toEqual([
    true,
    deadLetterLimits.eventBytes,
    event.length,
  ])
})

test('summarises by reason and probe, and says when it has not read all letters', async () => {
  const letters = [
    aDeadLetter({ number: 0 }),
    aDeadLetter({ number: 1, retries: 2 }),
    aDeadLetter({ number: 2, probeId: 8, reason: 'too-deep' }),
  ]
  await using api = await anApiWith(someDeadLetters({ letters }))
  const summary = (await api.get(`${url}/summary`)).json()
  expect(summary).toMatchObject({
    waiting: 3,
    retried: 0,
    counted: 3,
    is_partial: false,
    came_back: 1,
    by_reason: [
      { reason: 'not-json', count: 2 },
      { reason: 'too-deep', count: 1 },
    ],
    by_probe: [
      { probe_id: 7, probe_fqdn: 'probe-07.example.test', count: 2 },
      { probe_id: 8, probe_fqdn: 'probe-08.example.test', count: 1 },
    ],
  })
  expect(Value.Check(DeadLetterSummary, summary)).toBe(true)

  await using many = await anApiWith(someDeadLetters({ letters: several(deadLetterLimits.read + 3_000) }))
  const partial = (await many.get(`${url}/summary`)).json()
  expect(partial).toMatchObject({ waiting: deadLetterLimits.read + 3_000, is_partial: true })
  expect(partial.counted).toBeGreaterThanOrEqual(deadLetterLimits.read)
  expect(partial.by_reason).toEqual([{ reason: 'not-json', count: partial.counted }])
})

test('lets an administrator retry up to a number of waiting letters, audited beforehand', async () => {
  const fakes = someDeadLetters({ letters: several(5), retried: 1 })
  await using api = await anApiWith(fakes)
  expect((await api.retry({ up_to: 2 })).json()).toEqual({ put_back: 2, up_to: 2, is_complete: true })
  expect(fakes.audited).toMatchObject([{ first: 1, last: 2, origin: { username: 'administrator' } }])
  expect((await api.retry({})).json()).toEqual({ put_back: 2, up_to: 4, is_complete: true })
  expect((await api.retry({})).json()).toEqual({ put_back: 0, up_to: 4, is_complete: true })
  expect(numbersOf(fakes.putBack)).toEqual([1, 2, 3, 4])
  expect(fakes.audited).toHaveLength(2)
})

test('rejects a retry by an operator, and a second concurrent retry', async () => {
  await using api = await anApiWith(someDeadLetters({ letters: several(1), isRetrying: true }))
  expect((await api.retry({}, asOperator)).statusCode).toBe(403)
  const busy = await api.retry({})
  expect([busy.statusCode, busy.json().type, busy.headers['retry-after']]).toEqual([
    429,
    '/problems/too-many-requests',
    '5',
  ])
  expect((await api.retry({ up_to: -1 })).statusCode).toBe(400)
  expect((await api.retry({ numbers: [1] })).statusCode).toBe(400)
})

test('reports an unavailable log on every route, and accepts a retry without letters', async () => {
  const away = () => Promise.reject(new AppError('dead-letters-unavailable', undefined, { retryAfterSeconds: 5 }))
  const fakes = someDeadLetters()
  await using api = await anApiWith({ ...fakes, letters: { bounds: away, page: away, retry: away } })
  for (const address of [url, `${url}/0`, `${url}/summary`]) {
    const answer = await api.get(address)
    expect([answer.statusCode, answer.json().type]).toEqual([503, '/problems/dead-letters-unavailable'])
  }
  expect((await api.retry({})).statusCode).toBe(503)
  await using empty = await anApiWith(fakes)
  expect((await empty.retry({})).json()).toEqual({ put_back: 0, up_to: null, is_complete: true })
  expect((await empty.get(url)).json()).toEqual([])
})
