import { createHash } from 'node:crypto'
import type { DeadLetter, TimeBounds } from '@watchpost/model'
import { createMetrics } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { limits } from './limits.ts'
import { createReceiver } from './receive.ts'
import { createGatewayTelemetry } from './telemetry.ts'

const probe = { id: 3, fqdn: 'probe-03.example.test' }
const stream = 'b'.repeat(32)

const timeBounds = { aheadMinutes: 60, oldestDays: 365 }

function aReceiver(failing = false, policyVersion: number | null = 4, bounds: TimeBounds | null = timeBounds) {
  const appended: number[] = []
  /** Calls to the ledger, each with the number of events that the log had stored by then. */
  const ledger: unknown[] = []
  const headers: unknown[] = []
  const parked: DeadLetter[] = []
  const receive = createReceiver({
    log: {
      append: async (header, _at, records) => {
        if (failing) throw new Error('no broker')
        headers.push(header)
        appended.push(...records.map((each) => each.identity.sequence))
      },
    },
    deadLetters: { park: async (letters) => void parked.push(...letters) },
    ledger: {
      claim: async ({ firstSequence, nextSequence, digest }) =>
        void ledger.push(['claim', firstSequence, nextSequence, digest.toString('hex').slice(0, 8), appended.length]),
      dead: async (identities) => void ledger.push(['dead', ...identities.map(({ sequence }) => sequence)]),
      received: (_stream, _arrivedAt, first, last) => void ledger.push(['received', first, last, appended.length]),
    },
    policyVersion: () => policyVersion ?? undefined,
    timeBounds: () => bounds ?? undefined,
    telemetry: createGatewayTelemetry(createMetrics('gateway')),
  })
  return { receive, appended, headers, parked, ledger }
}

test('the receipt contains the next sequence of the stream', async () => {
  const { receive, appended } = aReceiver()
  const receipt = await receive(probe, { stream, firstSequence: 10, lines: [Buffer.from('{}'), Buffer.from('{}')] })
  expect(receipt).toEqual({ stream, first_sequence: 10, count: 2, next_sequence: 12 })
  expect(appended).toEqual([10, 11])
})

test('stores an event that is too large as a dead letter and accepts the rest of the batch', async () => {
  const { receive, appended, parked } = aReceiver()
  await receive(probe, {
    stream,
    firstSequence: 0,
    lines: [Buffer.from('{}'), Buffer.alloc(limits.eventBytes + 1), Buffer.from('{}')],
  })
  expect(appended).toEqual([0, 2])
  expect(parked).toMatchObject([{ reason: 'too-large', record: { identity: { sequence: 1 } } }])
})

test('claims the high-water mark before storing, and enters received events afterwards', async () => {
  const { receive, ledger } = aReceiver()
  await receive(probe, { stream, firstSequence: 10, lines: [Buffer.from('{}'), Buffer.from('{"a":1}')] })
  const digest = createHash('sha256').update('{"a":1}').digest('hex').slice(0, 8)
  expect(ledger).toEqual([
    ['claim', 10, 12, digest, 0],
    ['received', 10, 11, 2],
  ])
})

test('enters dead letters into the ledger before answering', async () => {
  const { receive, ledger } = aReceiver()
  const tooLarge = Buffer.alloc(limits.eventBytes + 1)
  await receive(probe, { stream, firstSequence: 5, lines: [tooLarge, Buffer.from('{}'), tooLarge] })
  expect(ledger.slice(1)).toEqual([
    ['dead', 5, 7],
    ['received', 5, 7, 1],
  ])
})

test('does not enter events as received that the log did not store', async () => {
  const { receive, ledger } = aReceiver(true)
  await receive(probe, { stream, firstSequence: 0, lines: [Buffer.from('{}')] }).catch(() => undefined)
  expect(ledger).toHaveLength(1)
})

test('stamps an event with the policy and time bounds in force on arrival', async () => {
  const { receive, headers } = aReceiver()
  await receive(probe, { stream, firstSequence: 0, lines: [Buffer.from('{}')] })
  expect(headers).toEqual([{ fqdn: probe.fqdn, policyVersion: 4, timeBounds }])
})

test('accepts nothing until a policy has been read', async () => {
  const { receive, appended } = aReceiver(false, null)
  await expect(receive(probe, { stream, firstSequence: 0, lines: [Buffer.from('{}')] })).rejects.toMatchObject({
    code: 'store-unavailable',
  })
  expect(appended).toEqual([])
})

test('accepts nothing until settings have been read', async () => {
  const { receive, appended } = aReceiver(false, 4, null)
  await expect(receive(probe, { stream, firstSequence: 0, lines: [Buffer.from('{}')] })).rejects.toMatchObject({
    code: 'store-unavailable',
  })
  expect(appended).toEqual([])
})

test('acknowledges nothing that the log did not store', async () => {
  const { receive } = aReceiver(true)
  await expect(receive(probe, { stream, firstSequence: 0, lines: [Buffer.from('{}')] })).rejects.toMatchObject({
    code: 'log-unavailable',
  })
})
