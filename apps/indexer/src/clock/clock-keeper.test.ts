import type { EventDocument, TimeCorrection } from '@watchpost/model'
import { expect, test } from 'vitest'
import { createClockKeeper } from './clock-keeper.ts'

const never = new AbortController().signal

function aDocument(probeId: number, receivedAt: number, correction: TimeCorrection): EventDocument {
  const identity = { probeId, stream: 'e'.repeat(32), sequence: receivedAt }
  const rest = { fqdn: 'p', policyVersion: 1, receivedAt, partition: 0, offset: 0, payload: Buffer.alloc(0) }
  return { id: '', family: 'network_events', identity, json: '{}', record: { identity, ...rest }, correction }
}

test('counts corrections by probe and direction, with the last to arrive', async () => {
  const added: unknown[] = []
  const keeper = createClockKeeper(async (corrections) => void added.push(...corrections))
  const old = { fault: 'old', claimed: '1970-01-01T00:00:00Z' } as const
  const ahead = { fault: 'ahead', claimed: '9999-12-31T23:59:59Z' } as const
  await keeper.corrected([aDocument(3, 20, ahead), aDocument(3, 10, old), aDocument(5, 7, old)], never)
  expect(added).toEqual([
    { probeId: 3, aheadEvents: 1, oldEvents: 1, lastClaimed: ahead.claimed, lastReceived: new Date(20) },
    { probeId: 5, aheadEvents: 0, oldEvents: 1, lastClaimed: old.claimed, lastReceived: new Date(7) },
  ])
})

test('makes no query for a batch without corrections', async () => {
  const keeper = createClockKeeper(() => Promise.reject(new Error('asked')))
  await expect(keeper.corrected([], never)).resolves.toBeUndefined()
})
