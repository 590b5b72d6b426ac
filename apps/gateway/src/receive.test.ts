import type { DeadLetter } from '@watchpost/model'
import { createMetrics } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { limits } from './limits.ts'
import { createReceiver } from './receive.ts'
import { createGatewayTelemetry } from './telemetry.ts'

const probe = { id: 3, fqdn: 'probe-03.example.test' }
const stream = 'b'.repeat(32)

function aReceiver(failing = false, policyVersion: number | null = 4) {
  const appended: number[] = []
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
    policyVersion: () => policyVersion ?? undefined,
    telemetry: createGatewayTelemetry(createMetrics('gateway')),
  })
  return { receive, appended, headers, parked }
}

test('the receipt says how far the stream is stored', async () => {
  const { receive, appended } = aReceiver()
  const receipt = await receive(probe, { stream, firstSequence: 10, lines: [Buffer.from('{}'), Buffer.from('{}')] })
  expect(receipt).toEqual({ stream, first_sequence: 10, count: 2, next_sequence: 12 })
  expect(appended).toEqual([10, 11])
})

test('an event that is too large is kept among the dead letters and holds up nobody', async () => {
  const { receive, appended, parked } = aReceiver()
  await receive(probe, {
    stream,
    firstSequence: 0,
    lines: [Buffer.from('{}'), Buffer.alloc(limits.eventBytes + 1), Buffer.from('{}')],
  })
  expect(appended).toEqual([0, 2])
  expect(parked).toMatchObject([{ reason: 'too-large', record: { identity: { sequence: 1 } } }])
})

test('an event is stamped with the policy that holds when it is accepted', async () => {
  const { receive, headers } = aReceiver()
  await receive(probe, { stream, firstSequence: 0, lines: [Buffer.from('{}')] })
  expect(headers).toEqual([{ fqdn: probe.fqdn, policyVersion: 4 }])
})

test('while no policy is known nothing is accepted', async () => {
  const { receive, appended } = aReceiver(false, null)
  await expect(receive(probe, { stream, firstSequence: 0, lines: [Buffer.from('{}')] })).rejects.toMatchObject({
    code: 'store-unavailable',
  })
  expect(appended).toEqual([])
})

test('nothing is acknowledged that the log did not store', async () => {
  const { receive } = aReceiver(true)
  await expect(receive(probe, { stream, firstSequence: 0, lines: [Buffer.from('{}')] })).rejects.toMatchObject({
    code: 'log-unavailable',
  })
})
