import { serviceNames } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { readServiceUsers } from './service-users.ts'

test('finds the user of each service, without reading passwords', () => {
  const { store, log } = readServiceUsers({
    WATCHPOST_STORE_URL: 'postgres://watchpost_{service}@localhost/watchpost?host=/run/postgresql',
    WATCHPOST_LOG_USERNAME: 'watchpost-{service}',
    WATCHPOST_LOG_PASSWORD_FILE: '/nowhere/{service}',
  })
  expect([...store.keys()]).toEqual(serviceNames.map((service) => `watchpost_${service}`))
  expect(log.get('watchpost-exporter')).toEqual(['exporter'])
})

test('names the services that share a user', () => {
  const { store, log } = readServiceUsers({ WATCHPOST_STORE_URL: 'postgres://us%40er@db.example.org/watchpost' })
  expect([...store]).toEqual([['us@er', [...serviceNames]]])
  expect(log.size).toBe(0)
})
