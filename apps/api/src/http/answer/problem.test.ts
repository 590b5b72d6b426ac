import { AppError, type ProblemCode, problems } from '@watchpost/contract'
import { expect, test } from 'vitest'
import { toProblem } from './problem.ts'

test.each(Object.keys(problems) as ProblemCode[])('%s becomes a body with its own type, title and status', (code) => {
  const { body } = toProblem(new AppError(code, 'This time because of the moon.'), 'id-1')
  expect(body).toEqual({
    type: `/problems/${code}`,
    title: problems[code].title,
    status: problems[code].status,
    detail: 'This time because of the moon.',
    instance: 'id-1',
  })
})

test('places and the time to wait are told', () => {
  const errors = [{ pointer: '#/query/x', detail: 'No such query.' }]
  const { body, headers } = toProblem(
    new AppError('too-many-requests', undefined, { errors, retryAfterSeconds: 7 }),
    'i',
  )
  expect(body.errors).toEqual(errors)
  expect(headers).toEqual({ 'retry-after': '7' })
})

test('a 401 names how to authenticate', () => {
  expect(toProblem(new AppError('unauthenticated'), 'i').headers).toEqual({
    'www-authenticate': 'Bearer realm="watchpost"',
  })
})

test('a fault of ours says nothing of itself', () => {
  const { body } = toProblem(new Error('password=hunter2 at /srv/x.ts'), 'id-2')
  expect(body).toMatchObject({ type: '/problems/internal', status: 500, instance: 'id-2' })
  expect(JSON.stringify(body)).not.toMatch(/hunter2|x\.ts/)
})

test('something that is not an error is a fault too', () => {
  for (const thrown of [undefined, null, 'text', 7]) expect(toProblem(thrown, 'i').body.status).toBe(500)
})

test('a database that cannot be reached is said to be so', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const { body, headers } = toProblem(refused, 'i')
  expect(body.type).toBe('/problems/store-unavailable')
  expect(headers).toHaveProperty('retry-after')
})

test('a refusal that has no name of ours keeps its bare status', () => {
  expect(toProblem({ statusCode: 431 }, 'i').body).toEqual({
    type: 'about:blank',
    title: 'Request Header Fields Too Large',
    status: 431,
    instance: 'i',
  })
})
