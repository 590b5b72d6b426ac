import { expect, test, vi } from 'vitest'
import { isStoreRetryable, isStoreUnavailable } from './store-unavailable.ts'
import { untilStoreAnswers } from './until-store-answers.ts'

const failure = (code: string) => Object.assign(new Error('as scripted'), { code })
const silent = { info: vi.fn(), warn: vi.fn() }

test.each([
  ['statement timeout', '57014'],
  ['deadlock', '40P01'],
  ['serialization failure', '40001'],
  ['lock timeout', '55P03'],
  ['shutdown', '57P01'],
  ['refused connection', 'ECONNREFUSED'],
])('retries after a %s', async (_, code) => {
  let asked = 0
  const ask = async () => {
    if (asked++ === 0) throw failure(code)
    return 'answer'
  }
  expect(await untilStoreAnswers(ask, silent)).toBe('answer')
  expect(asked).toBe(2)
})

test('rethrows a constraint violation', async () => {
  await expect(untilStoreAnswers(() => Promise.reject(failure('23505')), silent)).rejects.toThrow('as scripted')
})

test('stops retrying when aborted', async () => {
  const stop = new AbortController()
  const asking = untilStoreAnswers(() => Promise.reject(failure('57014')), silent, stop.signal)
  stop.abort()
  await expect(asking).rejects.toThrow('aborted')
})

test('does not report a statement timeout to clients as an unreachable database', () => {
  expect(isStoreUnavailable(failure('57014'))).toBe(false)
  expect(isStoreRetryable(failure('57014'))).toBe(true)
})
