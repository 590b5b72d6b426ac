import type { EventDocument } from '@watchpost/model'
import { documentId } from '@watchpost/model'
import type { Generation, StreamKey, StreamPlace } from '@watchpost/store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGenerations } from './generations.ts'
import { createPlacer } from './place.ts'
import { createShelf } from './shelf.ts'
import { createStreamPlaces } from './stream-places.ts'
import type { IndexerTelemetry } from './telemetry.ts'

/** A store and an engine in memory that keep the rules of the real ones: first place wins, sealed means sealed. */
class World {
  readonly generations: Generation[] = []
  readonly places: StreamPlace[] = []
  readonly documents = new Map<number, Set<string>>()
  /** Seal the newest generation once this many further documents were written: in the middle of a bulk request. */
  sealAfter = Number.POSITIVE_INFINITY
  /** The process that writes ends once this many further documents were written. */
  crashAfter = Number.POSITIVE_INFINITY

  constructor() {
    this.begin()
  }

  begin(): void {
    const number = this.generations.length + 1
    this.documents.set(number, new Set())
    this.generations.push({
      number,
      day: '2026-11-14',
      isSealed: false,
      isRemoved: false,
      isRollOverRequested: false,
      openedAt: new Date(),
    })
  }

  rollOver(): void {
    this.begin()
    for (const each of this.generations.slice(0, -1)) each.isSealed = true
  }

  write(number: number, id: string): 'created' | 'exists' | 'closed' {
    if (this.crashAfter-- <= 0) {
      this.crashAfter = Number.POSITIVE_INFINITY
      throw new Crash()
    }
    if (this.sealAfter-- <= 0) {
      this.sealAfter = Number.POSITIVE_INFINITY
      this.rollOver()
    }
    if (this.generations[number - 1]?.isSealed) return 'closed'
    const held = this.documents.get(number) as Set<string>
    if (held.has(id)) return 'exists'
    held.add(id)
    return 'created'
  }

  /** An indexer that has just started, with nothing remembered. */
  copy() {
    const places = createStreamPlaces({
      find: async (streams: readonly StreamKey[]) =>
        this.places
          .filter((place) => streams.some((each) => each.probeId === place.probeId && each.stream === place.stream))
          .toSorted((a, b) => a.firstSequence - b.firstSequence),
      add: async (added: readonly StreamPlace[]) => {
        for (const place of added) {
          const isTaken = this.places.some(
            (each) =>
              each.stream === place.stream &&
              each.probeId === place.probeId &&
              each.firstSequence === place.firstSequence,
          )
          if (!isTaken) this.places.push(place)
        }
      },
    })
    const generations = createGenerations({ list: async () => this.generations.map((each) => ({ ...each })) })
    const place = createPlacer(generations, places, {
      highestSequences: async ({ number }, streams) => this.highest(number, streams),
      present: async ({ number }, documents) =>
        new Set(
          documents.filter(({ family, id }) => this.documents.get(number)?.has(nameOf(family, id))).map(({ id }) => id),
        ),
    })
    const shelf = createShelf({
      place,
      generations,
      indexName: (family, { number }) => `${number}:${family}`,
      write: async (documents) =>
        documents.map(({ index, id }) => {
          const [number, family] = index.split(':') as [string, EventDocument['family']]
          return { kind: this.write(Number(number), nameOf(family, id)) }
        }),
      telemetry: silent,
      sealingMs: 0,
    })
    return { put: (documents: EventDocument[]) => shelf.put(documents, new AbortController().signal) }
  }

  highest(number: number, streams: readonly string[]): Map<string, number> {
    const highest = new Map<string, number>()
    for (const name of this.documents.get(number) ?? []) {
      if (name.startsWith('alerts/')) continue
      const [, stream, sequence] = name.split('-') as [string, string, string]
      if (streams.includes(stream)) highest.set(stream, Math.max(Number(sequence), highest.get(stream) ?? -1))
    }
    return highest
  }

  stored(): string[] {
    return [...this.documents.values()].flatMap((each) => [...each]).sort()
  }
}

class Crash extends Error {}

function nameOf(family: EventDocument['family'], id: string): string {
  return family === 'alerts' ? `alerts/${id}` : id
}

/** Everything that must be stored of a batch. */
function namesOf(documents: readonly EventDocument[]): string[] {
  return documents.flatMap(({ id, entry }) => (entry ? [id, nameOf('alerts', id)] : [id]))
}

const silent: IndexerTelemetry = {
  received: () => undefined,
  stored: () => undefined,
  dropped: () => undefined,
  dead: () => undefined,
  listed: () => undefined,
  policyMissing: () => undefined,
  mended: () => undefined,
  retried: () => undefined,
  lost: () => undefined,
  finished: () => undefined,
}

function events(stream: number, first: number, count: number): EventDocument[] {
  return Array.from({ length: count }, (_, index) => {
    const identity = { probeId: 1, stream: String(stream).repeat(32), sequence: first + index }
    const record = {
      identity,
      fqdn: 'p',
      policyVersion: 1,
      receivedAt: 0,
      partition: 0,
      offset: 0,
      payload: Buffer.alloc(0),
    }
    const event = { id: documentId(identity), family: 'network_events' as const, identity, json: '{}', record }
    const isAlert = identity.sequence % 3 === 0
    return isAlert ? { ...event, entry: { ...event, family: 'alerts' as const } } : event
  })
}

test('a resend after roll-over finds the first document, and what is new goes to the new generation', async () => {
  const world = new World()
  const indexer = world.copy()
  await indexer.put(events(1, 0, 10))
  world.rollOver()
  await indexer.put(events(1, 5, 10))
  expect(world.documents.get(1)?.size).toBe(10 + 4)
  expect(world.documents.get(2)?.size).toBe(5 + 1)
  expect(world.stored()).toEqual(namesOf(events(1, 0, 15)).sort())
})

test('a generation that closes in the middle of a bulk request leaves no event out and none twice', async () => {
  const world = new World()
  world.sealAfter = 4
  await world.copy().put(events(1, 0, 10))
  await world.copy().put(events(1, 0, 12))
  expect(world.stored()).toEqual(namesOf(events(1, 0, 12)).sort())
})

test('a crash and a roll-over between an event and its entry leave one of each', async () => {
  const world = new World()
  world.crashAfter = 10
  await expect(world.copy().put(events(1, 0, 10))).rejects.toThrow(Crash)
  expect(world.stored()).toEqual(events(1, 0, 10).map(({ id }) => id))
  world.rollOver()
  await world.copy().put(events(1, 0, 10))
  await world.copy().put(events(1, 0, 10))
  expect(world.documents.get(2)?.size).toBe(4)
  expect(world.stored()).toEqual(namesOf(events(1, 0, 10)).sort())
})

const commands = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('send' as const),
      gap: fc.constantFrom(0, 0, 0, 5),
      stream: fc.integer({ min: 1, max: 3 }),
      count: fc.integer({ min: 1, max: 8 }),
      copy: fc.integer({ min: 0, max: 2 }),
    }),
    fc.record({
      kind: fc.constant('resend' as const),
      stream: fc.integer({ min: 1, max: 3 }),
      back: fc.integer({ min: 1, max: 30 }),
      count: fc.integer({ min: 1, max: 8 }),
      copy: fc.integer({ min: 0, max: 2 }),
    }),
    fc.record({ kind: fc.constant('roll-over' as const) }),
    fc.record({ kind: fc.constant('roll-over-within' as const), after: fc.integer({ min: 0, max: 6 }) }),
    fc.record({ kind: fc.constant('crash-within' as const), after: fc.integer({ min: 0, max: 12 }) }),
    fc.record({ kind: fc.constant('restart' as const), copy: fc.integer({ min: 0, max: 2 }) }),
  ),
  { minLength: 1, maxLength: 40 },
)

test('whatever is sent, resent, cut off, rolled over and restarted, by copies with views of any age: one document each', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      const world = new World()
      const copies = [world.copy(), world.copy(), world.copy()]
      const next = [0, 0, 0, 0]
      const sent = new Set<string>()
      /** What was read and not committed: read again, before anything else of its stream. */
      const uncommitted: EventDocument[][] = []
      const put = async (copy: number, batch: EventDocument[]) => {
        uncommitted.push(batch)
        try {
          for (let next = uncommitted[0]; next; next = uncommitted[0]) {
            await copies[copy]?.put(next)
            uncommitted.shift()
          }
        } catch (error) {
          if (!(error instanceof Crash)) throw error
          copies[copy] = world.copy()
        }
      }
      for (const command of list) {
        if (command.kind === 'roll-over') world.rollOver()
        else if (command.kind === 'roll-over-within') world.sealAfter = command.after
        else if (command.kind === 'crash-within') world.crashAfter = command.after
        else if (command.kind === 'restart') copies[command.copy] = world.copy()
        else {
          const at = next[command.stream] as number
          const first = command.kind === 'send' ? at + command.gap : Math.max(0, at - command.back)
          const batch = events(command.stream, first, command.count)
          await put(command.copy, batch)
          for (const name of namesOf(batch)) sent.add(name)
          next[command.stream] = Math.max(at, first + command.count)
        }
      }
      world.crashAfter = Number.POSITIVE_INFINITY
      await put(0, [])
      expect(world.stored()).toEqual([...sent].sort())
    }),
    { numRuns: 200 },
  )
}, 60_000)
