import { AppError, type ProblemCode, problems } from '@watchpost/contract'
import { expect, test } from 'vitest'
import { toProblem } from './problem.ts'

test.each(Object.keys(problems) as ProblemCode[])('gives %s its own type, title and status', (code) => {
  const { body } = toProblem(new AppError(code, 'This time because of the moon.'), 'id-1')
  expect(body).toEqual({
    type: `/problems/${code}`,
    title: problems[code].title,
    status: problems[code].status,
    detail: 'This time because of the moon.',
    instance: 'id-1',
  })
})

test('includes the errors and Retry-After', () => {
  const errors = [{ pointer: '#/query/x', detail: 'No such query.' }]
  const { body, headers } = toProblem(
    new AppError('too-many-requests', undefined, { errors, retryAfterSeconds: 7 }),
    'i',
  )
  expect(body.errors).toEqual(errors)
  expect(headers).toEqual({ 'retry-after': '7' })
})

test('a 401 names the authentication scheme', () => {
  expect(toProblem(new AppError('unauthenticated'), 'i').headers).toEqual({
    'www-authenticate': 'Bearer realm="watchpost"',
  })
})

test('an internal error reveals no details', () => {
  const { body } = toProblem(new Error('password=hunter2 at /srv/x.ts'), 'id-2')
  expect(body).toMatchObject({ type: '/problems/internal', status: 500, instance: 'id-2' })
  expect(JSON.stringify(body)).not.toMatch(/hunter2|x\.ts/)
})

test('treats a thrown non-error as an internal error', () => {
  for (const thrown of [undefined, null, 'text', 7]) expect(toProblem(thrown, 'i').body.status).toBe(500)
})

test('reports an unavailable database', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const { body, headers } = toProblem(refused, 'i')
  expect(body.type).toBe('/problems/store-unavailable')
  expect(headers).toHaveProperty('retry-after')
})

test('a rejection without a catalogued code keeps its bare status', () => {
  expect(toProblem({ statusCode: 431 }, 'i').body).toEqual({
    type: 'about:blank',
    title: 'Request Header Fields Too Large',
    status: 431,
    instance: 'i',
  })
})
