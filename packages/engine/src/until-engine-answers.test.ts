import { errors } from '@opensearch-project/opensearch'
import { expect, test } from 'vitest'
import { EngineAway } from './engine-away.ts'
import { untilEngineAnswers } from './until-engine-answers.ts'

function answered(statusCode: number) {
  return new errors.ResponseError({ statusCode, body: {}, headers: {}, warnings: null, meta: {} as never })
}

/** Fails with each of these in turn, then succeeds. */
async function asked(failures: readonly Error[]) {
  const lines: string[] = []
  const log = (...words: unknown[]) => void lines.push(String(words.at(-1)))
  const left = [...failures]
  const answer = await untilEngineAnswers(
    async () => {
      const failure = left.shift()
      if (failure) throw failure
      return 'answer'
    },
    { info: log, warn: log } as never,
    1,
  )
  return { answer, lines }
}

test('waits for an engine that is temporarily unavailable, and logs it once', async () => {
  const failures = [
    new EngineAway('shards recover'),
    new errors.ConnectionError('refused', {} as never),
    new errors.TimeoutError('late', {} as never),
    answered(503),
    answered(429),
  ]
  expect(await asked(failures)).toEqual({
    answer: 'answer',
    lines: ['waiting for the engine', 'the engine answers'],
  })
})

test('logs nothing when the engine answers at once', async () => {
  expect(await asked([])).toEqual({ answer: 'answer', lines: [] })
})

test.each([answered(400), answered(500), new Error('of ours')])('does not retry after %s', async (failure) => {
  await expect(asked([failure])).rejects.toBe(failure)
})
