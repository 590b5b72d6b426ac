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

test('asks again while another broker is made the leader', async () => {
  const ask = failing(3, new ProtocolError('NOT_LEADER_OR_FOLLOWER'))
  expect(await untilLogAnswers(ask, () => false, 1)).toBe(4)
})

test('raises what no later answer can cure', async () => {
  const ask = failing(1, new AggregateError([new UserError('no such partition')]))
  await expect(untilLogAnswers(ask, () => false, 1)).rejects.toThrow(AggregateError)
})

test('ends with the last failure once the client is closed', async () => {
  let looks = 0
  const ask = failing(9, new ProtocolError('LEADER_NOT_AVAILABLE'))
  await expect(untilLogAnswers(ask, () => ++looks === 3, 1)).rejects.toThrow(ProtocolError)
  expect(looks).toBe(3)
})
