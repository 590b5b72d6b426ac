import { expect, test } from 'vitest'
import { createHealthService, type Finding } from './health-service.ts'

const well: Finding = { part: 'PostgreSQL', level: 'good', says: 'answers' }
const down: Finding = {
  part: 'Kafka',
  level: 'bad',
  says: 'connect ECONNREFUSED',
  todo: 'Start the brokers. See docs/runbooks/log-down.md.',
}

const lookAtCoverage = async (): Promise<Finding[]> => []

test('reports the worst finding as the overall status, with each runbook', async () => {
  const health = await createHealthService({ look: async () => [well, down], lookAtCoverage, now: () => 0 }).read()
  expect(health).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    level: 'bad',
    findings: [
      { ...well, todo: null, runbook: null },
      { ...down, runbook: 'log-down' },
    ],
  })
  expect((await createHealthService({ look: async () => [well], lookAtCoverage }).read()).level).toBe('good')
})

test('reports a supervisor that does not answer as a finding', async () => {
  const health = await createHealthService({
    look: () => Promise.reject(new Error('no answer')),
    lookAtCoverage,
  }).read()
  expect(health).toMatchObject({ level: 'bad', findings: [{ part: 'supervisor', runbook: 'not-scraped' }] })
})

test('shares one look among concurrent callers and for two seconds', async () => {
  let looks = 0
  let time = 0
  const service = createHealthService({
    look: async () => {
      looks += 1
      return [well]
    },
    lookAtCoverage,
    now: () => time,
  })
  await Promise.all([service.read(), service.read()])
  time = 2_000
  await service.read()
  expect(looks).toBe(1)
  time = 2_001
  await service.read()
  expect(looks).toBe(2)
})

test('reports probes and coverage while the supervisor does not answer', async () => {
  const silent: Finding = { part: 'probes', level: 'warning', says: '1 of 8 is silent', todo: 'Look.' }
  const look = () => Promise.reject(new Error('no answer'))
  const health = await createHealthService({ look, lookAtCoverage: async () => [silent] }).read()
  expect(health.findings.map(({ part }) => part)).toEqual(['probes', 'supervisor'])
})

test('returns one row for a part that the supervisor reports too', async () => {
  const own: Finding = { part: 'probes', level: 'good', says: '8 probes, none silent' }
  const told: Finding = { part: 'probes', level: 'warning', says: '1 of 8 silent', todo: 'Look.' }
  const health = await createHealthService({ look: async () => [told, well], lookAtCoverage: async () => [own] }).read()
  expect(health.findings.map(({ part, says }) => [part, says])).toEqual([
    ['probes', '8 probes, none silent'],
    ['PostgreSQL', 'answers'],
  ])
})
