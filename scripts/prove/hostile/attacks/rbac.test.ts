import { expect, test } from 'vitest'
import { rbacRows, unknownRoutes } from './rbac.ts'

const routes = ['GET /api/version', 'POST /api/auth/logout', 'GET /api/system/ca']

test('makes a row for each caller of a route', () => {
  const rows = rbacRows(['GET /api/version'])
  expect(rows.map(({ as, expect: wanted }) => [as, wanted])).toEqual([
    ['nobody', [401]],
    ['false-token', [401]],
    ['viewer', [200]],
    ['viewer', [403]],
    ['operator', [200]],
    ['auditor', [403]],
    ['key', [200]],
  ])
})

test("sends nothing that would end the caller's own session", () => {
  const rows = rbacRows(['POST /api/auth/logout'])
  expect(rows.map(({ expect: wanted }) => wanted)).toEqual([[401], [401], [403], [403]])
})

test('expects public routes to be open to every caller', () => {
  expect(rbacRows(['GET /api/system/ca']).every(({ expect: wanted }) => wanted?.[0] === 200)).toBe(true)
})

test('reports routes without a row', () => {
  expect(unknownRoutes([...routes, 'GET /api/new'])).toEqual(['GET /api/new'])
})
