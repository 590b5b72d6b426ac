import { createClient } from '@watchpost/sdk'
import { expect, test } from 'vitest'
import { isWorthAnotherTry } from './retry.ts'

/** The error for a response with this status. */
async function errorOf(status: number): Promise<unknown> {
  const client = createClient({ fetch: () => Promise.resolve(Response.json({}, { status })) })
  return client.readVersion().catch((error: unknown) => error)
}

test.each([
  [429, true],
  [503, true],
  [400, false],
  [404, false],
])('after a response of %i, retrying is %s', async (status, isWorthIt) => {
  expect(isWorthAnotherTry(0, await errorOf(status))).toBe(isWorthIt)
})

test('retries an unreachable server, up to three attempts in all', () => {
  const error = new TypeError('fetch failed')
  expect([0, 1, 2].map((failures) => isWorthAnotherTry(failures, error))).toEqual([true, true, false])
})
