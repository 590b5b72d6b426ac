import { expect, test } from 'vitest'
import { examine } from './finding.ts'
import { judgeAlertStates } from './judge-alert-states.ts'
import { judgeClusters } from './judge-clusters.ts'
import { judgeAudit, judgeCertificates, judgeExports, judgeMachine, judgeServices } from './judge-appliance.ts'
import { judgeEngine, judgeLog, judgeStore } from './judge-servers.ts'

const levels = (findings: readonly { level: string }[]) => findings.map(({ level }) => level)
const GIB = 1024 ** 3

test('reports a part that fails or hangs with advice, and still checks the others', async () => {
  const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' })
  const found = await examine(
    [
      { part: 'a', todo: 'Start a.', look: () => Promise.reject(new Error('no brokers', { cause: refused })) },
      { part: 'b', todo: 'Start b.', look: () => new Promise(() => undefined) },
      { part: 'c', todo: '', look: async () => [{ part: 'c', level: 'good', says: 'ready' }] },
    ],
    20,
  )
  expect(found).toEqual([
    { part: 'a', level: 'bad', says: 'no brokers: ECONNREFUSED', todo: 'Start a.' },
    { part: 'b', level: 'bad', says: 'no answer within 0.02 s', todo: 'Start b.' },
    { part: 'c', level: 'good', says: 'ready' },
  ])
})

const store = { version: 150_018, pending: [], connections: 20, maxConnections: 100, clockOffsetSeconds: 0.01 }
test.each([
  [store, ['good']],
  [{ ...store, version: 140_000 }, ['bad']],
  [{ ...store, pending: ['x'] }, ['bad']],
  [{ ...store, connections: 95 }, ['warning']],
  [{ ...store, clockOffsetSeconds: -90 }, ['bad']],
])('the database %j is %j', (facts, expected) => {
  expect(levels(judgeStore(facts))).toEqual(expected)
})

const log = { missingTopics: [], unread: 5, bytesShare: 0.01, freeBytes: 50 * GIB, hasDeadLetters: false }
test.each([
  [log, ['good']],
  [{ ...log, missingTopics: ['events'] }, ['bad']],
  [{ ...log, bytesShare: 0.5 }, ['warning']],
  [{ ...log, bytesShare: 0.8, freeBytes: 0.5 * GIB }, ['bad', 'bad']],
  [{ ...log, hasDeadLetters: true }, ['good', 'warning']],
])('the log %j is %j', (facts, expected) => {
  expect(levels(judgeLog(facts))).toEqual(expected)
})

const engine = { version: '3.7.0', health: 'green', nodes: 1, diskShare: 0.3, readOnlyIndexes: 0, indexes: 4 }
test.each([
  [engine, ['good']],
  [{ ...engine, version: '3.7.9' }, ['good']],
  [{ ...engine, version: '3.8.0' }, ['bad']],
  [{ ...engine, version: '3.10.1' }, ['warning']],
  [{ ...engine, version: '3.6.9' }, ['bad']],
  [{ ...engine, version: '2.19.4' }, ['bad']],
  [{ ...engine, health: 'yellow' }, ['warning']],
  [{ ...engine, health: 'red', readOnlyIndexes: 2, diskShare: 0.96 }, ['bad', 'bad', 'bad']],
])('the engine %j is %j', (facts, expected) => {
  expect(levels(judgeEngine(facts))).toEqual(expected)
})

const audit = { hasFolder: true, isDamaged: false, lastId: 10, signedId: 10, unsignedSeconds: 30 }
test.each([
  [audit, ['good']],
  [{ ...audit, signedId: 11 }, ['bad']],
  [{ ...audit, isDamaged: true, signedId: undefined }, ['bad']],
  [{ ...audit, unsignedSeconds: 400 }, ['bad']],
  [{ ...audit, hasFolder: false, signedId: undefined }, ['warning']],
])('the audit %j is %j', (facts, expected) => {
  expect(levels(judgeAudit(facts))).toEqual(expected)
})

const backlog = { count: 0, oldestSeconds: 0, refused: 0 }
test.each([
  [backlog, undefined, ['good']],
  [{ ...backlog, count: 9, oldestSeconds: 59 }, undefined, ['good']],
  [{ ...backlog, count: 9, oldestSeconds: 61 }, undefined, ['warning']],
  [{ ...backlog, count: 9, refused: 1 }, undefined, ['bad']],
  [backlog, { before: 1, isQueued: true }, ['warning']],
])('the outbox %j with the reprojection %j is %j', (facts, reprojection, expected) => {
  expect(levels(judgeAlertStates(facts, reprojection))).toEqual(expected)
})

const recounts = { count: 0, oldestSeconds: 0, isQueueing: false }
test.each([
  [recounts, ['good']],
  [{ ...recounts, isQueueing: true, count: 500, oldestSeconds: 4 }, ['good']],
  [{ ...recounts, count: 9, oldestSeconds: 301 }, ['warning']],
])('the clusters %j are %j', (facts, expected) => {
  expect(levels(judgeClusters(facts))).toEqual(expected)
})

test('judges certificates, services, exports and the machine', () => {
  const now = Date.parse('2026-11-14T00:00:00Z')
  const ends = (day: string, purpose = 'authority') => ({ purpose, notAfter: new Date(day) })
  expect(levels(judgeCertificates([ends('2036-01-01')], now))).toEqual(['good'])
  expect(levels(judgeCertificates([], now))).toEqual(['bad'])
  expect(
    levels(judgeCertificates([ends('2036-01-01'), ends('2026-11-20', 'appliance'), ends('2026-11-01', 'x')], now)),
  ).toEqual(['warning', 'bad'])

  const services = [
    { name: 'api', problem: undefined, restarts: 0 },
    { name: 'indexer', problem: undefined, restarts: 7 },
    { name: 'gateway', problem: 'the log does not answer', restarts: 0 },
  ]
  expect(levels(judgeServices(services))).toEqual(['good', 'warning', 'bad'])

  const waiting = { status: 'waiting', last_error: { message: 'The receiver refuses connections.' } }
  const exports = [
    { id: 1, isEnabled: true, ageSeconds: 1, state: { status: 'connected' } },
    { id: 2, isEnabled: true, ageSeconds: 1, state: waiting },
    { id: 3, isEnabled: false, ageSeconds: undefined, state: undefined },
    { isEnabled: true, ageSeconds: 60, state: { status: 'streaming' } },
  ]
  expect(judgeExports(exports)).toMatchObject([
    { part: 'syslog export 1', level: 'good' },
    { part: 'syslog export 2', level: 'warning', says: 'waiting: The receiver refuses connections.' },
    { part: 'metrics export', level: 'bad' },
  ])

  const machine = {
    node: 'v24.21.0',
    availableMemoryShare: 0.5,
    disks: [{ path: '/', freeShare: 0.5, freeBytes: 1e12 }],
  }
  expect(levels(judgeMachine(machine))).toEqual(['good'])
  const tight = { path: '/', freeShare: 0.01, freeBytes: 0.5 * GIB }
  expect(levels(judgeMachine({ node: 'v24.6.0', availableMemoryShare: 0.01, disks: [tight] }))).toEqual([
    'bad',
    'warning',
    'bad',
  ])
})
