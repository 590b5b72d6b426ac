import { expect, test } from 'vitest'
import { planChildren } from './child-plan.ts'
import { services } from './services.ts'

const ports = { gateway: 8444, api: 8443 }

test('plans one process per service, with internal ports after that of the supervisor', () => {
  const plans = planChildren(services, [], ports, 8445)
  expect(plans.map(({ name, port, internalPort }) => [name, port, internalPort])).toEqual([
    ['gateway', 8444, 8446],
    ['indexer', undefined, 8447],
    ['clusters', undefined, 8448],
    ['exporter', undefined, 8449],
    ['api', 8443, 8450],
  ])
  expect(plans[0]?.env).toEqual({ WATCHPOST_INTERNAL_PORT: '8446', WATCHPOST_GATEWAY_PORT: '8444' })
  expect(plans[3]?.env).toEqual({
    WATCHPOST_INTERNAL_PORT: '8449',
    WATCHPOST_EXPORTER_SUPERVISOR: 'http://127.0.0.1:8445',
  })
  expect(plans[4]?.env).toMatchObject({ WATCHPOST_API_SUPERVISOR: 'http://127.0.0.1:8445' })
})

test('further copies listen a hundred ports higher', () => {
  const plans = planChildren(services, ['gateway=2', 'indexer=2', 'api=3'], ports, 8445)
  expect(plans.map(({ name, port, internalPort }) => [name, port, internalPort])).toEqual([
    ['gateway', 8444, 8446],
    ['gateway-2', 8544, 8447],
    ['indexer', undefined, 8448],
    ['indexer-2', undefined, 8449],
    ['clusters', undefined, 8450],
    ['exporter', undefined, 8451],
    ['api', 8443, 8452],
    ['api-2', 8543, 8453],
    ['api-3', 8643, 8454],
  ])
})

test.each([
  ['0.0.0.0', 'http://127.0.0.1:9000'],
  ['192.0.2.7', 'http://192.0.2.7:9000'],
  ['::1', 'http://[::1]:9000'],
])('an exporter reaches a supervisor that listens on %s', (host, expected) => {
  const [plan] = planChildren(['exporter'], [], ports, 9000, host)
  expect(plan?.env.WATCHPOST_EXPORTER_SUPERVISOR).toBe(expected)
})

test('copies under the former name of a service are copies of it', () => {
  expect(planChildren(['clusters'], ['analyzer=2'], ports, 9000).map(({ name }) => name)).toEqual([
    'clusters',
    'clusters-2',
  ])
})

test('plans only the wanted services', () => {
  expect(planChildren(['api'], [], ports, 9000).map(({ name }) => name)).toEqual(['api'])
})
