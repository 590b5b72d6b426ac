import { createClient } from '@watchpost/sdk'
import { expect, test } from 'vitest'
import { withRetries } from './retry.ts'

const { signal } = new AbortController()

/** A question to an API that answers with these statuses, one after the other. */
function answering(...statuses: number[]) {
  const asked = { times: 0 }
  const client = createClient({
    fetch: () => Promise.resolve(Response.json({ version: '1' }, { status: statuses[asked.times++] ?? 200 })),
  })
  return { asked, ask: () => client.readVersion() }
}

test('what passes is asked for again, until it is there', async () => {
  const { ask, asked } = answering(503, 429, 200)
  expect((await withRetries(ask, signal, 1)).body.version).toBe('1')
  expect(asked.times).toBe(3)
})

test('what does not pass is said after a few tries', async () => {
  const { ask, asked } = answering(503, 503, 503, 200)
  await expect(withRetries(ask, signal, 1)).rejects.toMatchObject({ status: 503 })
  expect(asked.times).toBe(3)
})

test('a refusal is said at once', async () => {
  const { ask, asked } = answering(400, 200)
  await expect(withRetries(ask, signal, 1)).rejects.toMatchObject({ status: 400 })
  expect(asked.times).toBe(1)
})

test('no one asks again for a page that was left', async () => {
  const { ask, asked } = answering(503, 200)
  const leaving = new AbortController()
  const answer = withRetries(ask, leaving.signal, 1)
  leaving.abort()
  await expect(answer).rejects.toMatchObject({ status: 503 })
  expect(asked.times).toBe(1)
})
