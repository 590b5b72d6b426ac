import { ProtocolError, UserError } from '@platformatic/kafka'
import { expect, test } from 'vitest'
import { untilLogAnswers } from './until-log-answers.ts'

function failing(times: number, error: Error) {
  let asked = 0
  return async () => {
    if (asked++ < times) throw error
    return asked
  }
}

test('retries during a leader election', async () => {
  const ask = failing(3, new ProtocolError('NOT_LEADER_OR_FOLLOWER'))
  expect(await untilLogAnswers(ask, () => false, 1)).toBe(4)
})

test('rethrows errors that a retry cannot solve', async () => {
  const ask = failing(1, new AggregateError([new UserError('no such partition')]))
  await expect(untilLogAnswers(ask, () => false, 1)).rejects.toThrow(AggregateError)
})

test('throws the last error once the client is closed', async () => {
  let looks = 0
  const ask = failing(9, new ProtocolError('LEADER_NOT_AVAILABLE'))
  await expect(untilLogAnswers(ask, () => ++looks === 3, 1)).rejects.toThrow(ProtocolError)
  expect(looks).toBe(3)
})
