import { expect, test } from 'vitest'
import { createClient } from './client.ts'
import { json, playedAnswers, problem } from './fixtures/played-answers.ts'
import { isProblem, ProblemError } from './problem-error.ts'

async function failureOf(response: Response): Promise<ProblemError> {
  const { fetch } = playedAnswers(response)
  const failure: unknown = await createClient({ fetch })
    .readVersion()
    .catch((error: unknown) => error)
  if (!(failure instanceof ProblemError)) throw new Error('it did not fail as a problem', { cause: failure })
  return failure
}

test('a problem has its code, each error, and a readable message', async () => {
  const errors = [{ pointer: '#/query/bool/must/0', detail: 'No query has this name.' }]
  const failure = await failureOf(problem(400, 'query-invalid', { detail: 'The body is not a search.', errors }))
  expect(failure).toMatchObject({
    code: 'query-invalid',
    status: 400,
    title: 'A title',
    message: 'The body is not a search.',
    errors,
    retryAfter: undefined,
    requestId: 'r-1',
  })
  expect(isProblem(failure, 'query-invalid')).toBe(true)
  expect(isProblem(failure, 'query-too-expensive')).toBe(false)
  expect(isProblem(new Error('x'))).toBe(false)
})

test('returns how long to wait', async () => {
  const failure = await failureOf(problem(429, 'too-many-requests', {}, { 'retry-after': '7' }))
  expect(failure).toMatchObject({ code: 'too-many-requests', retryAfter: 7, message: 'A title', errors: [] })
})

test.each([
  ['a page of a proxy', new Response('<h1>Bad gateway</h1>', { status: 502 })],
  [
    'half a problem',
    new Response('{"type":', { status: 500, headers: { 'content-type': 'application/problem+json' } }),
  ],
  ['half an answer', new Response('[{"id":', { headers: { 'content-type': 'application/json' } })],
])('treats %s as an unexpected answer', async (_, response) => {
  const { status } = response
  expect(await failureOf(response)).toMatchObject({ code: 'unexpected-answer', status })
})

test('passes on a network failure unchanged', async () => {
  const fetch = async () => {
    throw new TypeError('fetch failed')
  }
  await expect(createClient({ fetch }).readVersion()).rejects.toThrow(TypeError)
})

test('a success is not a problem', async () => {
  const { fetch } = playedAnswers(json({ version: '0.1.0' }))
  expect((await createClient({ fetch }).readVersion()).body.version).toBe('0.1.0')
})
