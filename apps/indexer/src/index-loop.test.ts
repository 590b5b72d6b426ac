import { setTimeout as sleep } from 'node:timers/promises'
import type { EventDocument, LogRecord } from '@watchpost/model'
import { createScorer, firstPolicy } from '@watchpost/risk'
import type { Generation } from '@watchpost/store'
import { expect, test } from 'vitest'
import { silentTelemetry } from '../test/silent-telemetry.ts'
import { type IndexLoopPorts, runIndexLoop } from './index-loop.ts'
import type { Group } from './placing/place.ts'

const generation = { number: 1, day: '2026-11-14' } as Generation
const never = new AbortController().signal

function aRecord(offset: number, eventType: string): LogRecord {
  return {
    identity: { probeId: 1, stream: 'a'.repeat(32), sequence: offset },
    fqdn: 'p',
    policyVersion: 1,
    receivedAt: Date.now(),
    partition: 0,
    offset,
    payload: Buffer.from(JSON.stringify({ event_type: eventType, timestamp: '2026-11-14T09:00:00Z' })),
  }
}

const offsetsOf = (documents: readonly EventDocument[]) => documents.map(({ record }) => record.offset)

/** A loop that records its steps in order. */
function aLoop(more: { put?: (due: readonly Group[]) => Promise<void>; refusesEntries?: boolean } = {}) {
  const steps: string[] = []
  const incoming: LogRecord[][] = []
  let wake = Promise.withResolvers<void>()
  const stop = new AbortController()
  const ports: IndexLoopPorts = {
    log: {
      async *batches(ended) {
        const end = new Promise((resolve) => ended.addEventListener('abort', resolve))
        while (!ended.aborted) {
          const batch = incoming.shift()
          if (batch) yield batch
          else await Promise.race([wake.promise, end])
        }
      },
      async commit(batch) {
        steps.push(`commit ${batch.map(({ offset }) => offset).join()}`)
        return true
      },
    },
    documentWriter: {
      async put(documents, due) {
        const entries = due.flatMap((group) => group.documents)
        steps.push(`bulk ${[...offsetsOf(documents), ...offsetsOf(entries).map((offset) => `entry ${offset}`)].join()}`)
        await more.put?.(due)
        const made = documents.flatMap(({ entry }) => entry ?? [])
        return {
          stored: [...documents],
          expired: [],
          corrected: [],
          refused: [],
          entries: made.length > 0 ? [{ generation, documents: made }] : [],
          refusedEntries: more.refusesEntries
            ? entries.map(({ record }) => ({ record, reason: 'refused-by-engine', detail: 'no' }))
            : [],
        }
      },
    },
    deadLetters: {
      async park(letters) {
        if (letters.length > 0) steps.push(`park ${letters.map(({ record }) => record.offset).join()}`)
      },
    },
    ledger: {
      async settled({ stored }) {
        steps.push(`ledger ${offsetsOf(stored).join()}`)
      },
    },
    clocks: { corrected: async () => undefined },
    scorers: { of: async () => new Map([[1, createScorer(firstPolicy)]]) },
    telemetry: silentTelemetry,
    watch: { begin: () => undefined, step: () => undefined, end: () => undefined },
  }
  function send(...records: LogRecord[]): void {
    incoming.push(records)
    wake.resolve()
    wake = Promise.withResolvers()
  }
  return {
    steps,
    send,
    run: (giveUp: AbortSignal = never) => runIndexLoop(ports, stop.signal, giveUp),
    stop(): void {
      stop.abort()
      wake.resolve()
    },
  }
}

test('commits a batch without alerts at once', async () => {
  const loop = aLoop()
  loop.send(aRecord(0, 'flow'))
  const running = loop.run()
  await expect.poll(() => loop.steps).toEqual(['bulk 0', 'ledger 0', 'commit 0'])
  loop.stop()
  await running
})

test('stores entries with the next bulk request, and commits their batch after it and before the next', async () => {
  const loop = aLoop()
  loop.send(aRecord(0, 'alert'), aRecord(1, 'flow'))
  loop.send(aRecord(2, 'alert'))
  loop.send(aRecord(3, 'flow'))
  const running = loop.run()
  await expect
    .poll(() => loop.steps)
    .toEqual([
      'bulk 0,1',
      'bulk 2,entry 0',
      'ledger 0,1',
      'commit 0,1',
      'bulk 3,entry 2',
      'ledger 2',
      'commit 2',
      'ledger 3',
      'commit 3',
    ])
  loop.stop()
  await running
  expect(loop.steps).toHaveLength(9)
})

test('stores waiting entries after 50 ms without a next batch', async () => {
  const loop = aLoop()
  loop.send(aRecord(0, 'alert'))
  const running = loop.run()
  await expect.poll(() => loop.steps, { interval: 1 }).toEqual(['bulk 0'])
  const before = performance.now()
  await expect.poll(() => loop.steps, { interval: 1 }).toEqual(['bulk 0', 'bulk entry 0', 'ledger 0', 'commit 0'])
  expect(performance.now() - before).toBeGreaterThan(25)
  await sleep(120)
  expect(loop.steps).toHaveLength(4)
  loop.stop()
  await running
})

test('ends the loop at once when storing entries fails without a next batch', async () => {
  const failure = new Error('the ledger is broken')
  const loop = aLoop({ put: async (due) => (due.length > 0 ? Promise.reject(failure) : undefined) })
  loop.send(aRecord(0, 'alert'))
  await expect(loop.run()).rejects.toBe(failure)
  expect(loop.steps).toEqual(['bulk 0', 'bulk entry 0'])
})

test('stores and commits waiting entries before the loop ends', async () => {
  const loop = aLoop({ put: async () => loop.stop() })
  loop.send(aRecord(0, 'alert'))
  await loop.run()
  expect(loop.steps).toEqual(['bulk 0', 'bulk entry 0', 'ledger 0', 'commit 0'])
})

test('does not commit a batch whose entries could not be stored', async () => {
  const loop = aLoop({
    put: async (due) => {
      if (due.length > 0) throw new Error('given up')
    },
  })
  loop.send(aRecord(0, 'alert'))
  loop.send(aRecord(1, 'flow'))
  loop.send(aRecord(2, 'flow'))
  await expect(loop.run()).rejects.toThrow('given up')
  expect(loop.steps).toEqual(['bulk 0', 'bulk 1,entry 0'])
})

test('writes a refused entry to the dead letters before its batch is committed', async () => {
  const loop = aLoop({ refusesEntries: true })
  loop.send(aRecord(0, 'alert'))
  loop.send(aRecord(1, 'flow'))
  const running = loop.run()
  await expect
    .poll(() => loop.steps)
    .toEqual(['bulk 0', 'bulk 1,entry 0', 'park 0', 'ledger 0', 'commit 0', 'ledger 1', 'commit 1'])
  loop.stop()
  await running
})
