import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { watchRoutes } from './route-table.ts'

test('does not start with a route that declares no permission', async () => {
  const app = fastify()
  watchRoutes(app)
  app.get('/open', { config: { permission: 'public' } }, () => 'yes')
  app.get('/forgotten', () => 'no')
  await expect(app.ready()).rejects.toThrow('GET /forgotten declares no permission')
})

test('knows the methods of a path, with parameters', async () => {
  const app = fastify()
  const routes = watchRoutes(app)
  const config = { permission: 'public' as const }
  app.get('/things/:id', { config }, () => '')
  app.delete('/things/:id', { config }, () => '')
  app.post('/things', { config }, () => '')
  await app.ready()

  expect(routes.methodsAt('/things/7').sort()).toEqual(['DELETE', 'GET', 'HEAD'])
  expect(routes.methodsAt('/things')).toEqual(['POST'])
  expect(routes.methodsAt('/things/')).toEqual([])
  expect(routes.methodsAt('/things/7/8')).toEqual([])
})
