import { AppError } from '@watchpost/contract'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerProblems } from './answer-problems.ts'

async function answered(error: Error) {
  const lines: string[] = []
  const app = fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } })
  answerProblems(app)
  app.get('/', () => {
    throw error
  })
  const { statusCode, body } = await app.inject('/')
  return { statusCode, body, log: lines.filter((line) => line.includes('"err":')).join('') }
}

test('logs the cause of a rejection without sending it to the caller', async () => {
  const cause = new Error('the engine answered 400: no such field')
  const { statusCode, body, log } = await answered(new AppError('query-invalid', 'A time cannot be read.', { cause }))
  expect(statusCode).toBe(400)
  expect(body).not.toContain('no such field')
  expect(log).toContain('no such field')
})

test('does not log a rejection without a cause', async () => {
  const { statusCode, log } = await answered(new AppError('query-invalid', 'A time cannot be read.'))
  expect([statusCode, log]).toEqual([400, ''])
})

test('logs an internal error without details in the answer', async () => {
  const { statusCode, body, log } = await answered(new Error('out of bounds'))
  expect(statusCode).toBe(500)
  expect(body).not.toContain('out of bounds')
  expect(log).toContain('out of bounds')
})
