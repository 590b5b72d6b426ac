import { documentId, type EventDocument, type LogRecord } from '@watchpost/model'
import type { Generation, StreamKey, StreamPlace } from '@watchpost/store'
import { createLogger } from '@watchpost/runtime'
import { createBatchWriter } from '../src/batch-writer.ts'
import { createCaretaker } from '../src/caretaker.ts'
import { createGenerations } from '../src/generations.ts'
import { createPlacer } from '../src/placing/place.ts'
import { createDocumentWriter } from '../src/placing/document-writer.ts'
import { createStreamPlaces } from '../src/placing/stream-places.ts'
import { silentTelemetry } from './silent-telemetry.ts'

export class Crash extends Error {}

const DAY_MS = 24 * 3_600_000
const FIRST_DAY = Date.parse('2026-11-14T12:00:00Z')
export const RETENTION_DAYS = 5

interface StreamRow extends StreamKey {
  changedAt: number
}

/**
 * An in-memory store and engine with the rules of the real ones: the first place wins; a sealed generation accepts no
 * events, but accepts entries as long as it exists.
 */
export class World {
  generations: Generation[] = []
  places: StreamPlace[] = []
  /** The documents in the indexes of each generation. A generation without a key has no indexes. */
  readonly documents = new Map<number, Set<string>>()
  /** How often each document was created. */
  readonly created = new Map<string, number>()
  ledger: StreamRow[] = []
  /** Events of a removed generation, as entered into the ledger. */
  readonly expired = new Set<string>()
  /** Times for which analysts have set the status of an alert. */
  marks: number[] = []
  now = FIRST_DAY
  /** Seals the newest generation after this many more documents, in the middle of a bulk request. */
  sealAfter = Number.POSITIVE_INFINITY
  /** Crashes the writing process after this many more steps: a document, the ledger, before and after a commit. */
  crashAfter = Number.POSITIVE_INFINITY
  /** Crashes the leader at this step, either before or after the step takes effect. */
  leaderEndsIn = Number.POSITIVE_INFINITY
  interruptions: string[] = []

  constructor() {
    this.begin()
  }

  begin(day = this.today()): void {
    const number = this.generations.length + 1
    this.documents.set(number, new Set())
    this.generations.push({
      number,
      day,
      isSealed: false,
      isRemoved: false,
      isDeleted: false,
      isRollOverRequested: false,
      openedAt: new Date(this.now),
    })
  }

  today = (): string => new Date(this.now).toISOString().slice(0, 10)

  rollOver(): void {
    this.begin()
    for (const each of this.generations.slice(0, -1)) each.isSealed = true
  }

  private mayCrash(): void {
    if (this.crashAfter-- > 0) return
    this.crashAfter = Number.POSITIVE_INFINITY
    throw new Crash()
  }

  write(number: number, family: EventDocument['family'], id: string): 'created' | 'exists' | 'closed' {
    this.mayCrash()
    if (this.sealAfter-- <= 0) {
      this.sealAfter = Number.POSITIVE_INFINITY
      this.rollOver()
    }
    const held = this.documents.get(number)
    if (!held || (family !== 'alerts' && this.find(number).isSealed)) return 'closed'
    const name = nameOf(family, id)
    if (held.has(name)) return 'exists'
    held.add(name)
    this.created.set(name, (this.created.get(name) ?? 0) + 1)
    return 'created'
  }

  find = (number: number): Generation => this.generations[number - 1] as Generation

  private addPlaces = async (added: readonly StreamPlace[]) => {
    for (const place of added) {
      const isTaken = this.places.some((each) => isSamePlace(each, place))
      if (!isTaken && !this.find(place.generation).isRemoved) this.places.push({ ...place })
    }
  }

  private movePlaces = async (moved: readonly StreamPlace[], generation: number) => {
    if (this.find(generation).isRemoved) return
    for (const place of this.places) {
      if (place.generation < generation && moved.some((each) => isSamePlace(each, place))) place.generation = generation
    }
  }

  /** An indexer that has just started and has cached nothing. */
  copy(onCommit: (batch: readonly LogRecord[]) => void = () => undefined) {
    const places = createStreamPlaces({
      find: async (streams: readonly StreamKey[]) =>
        this.places
          .filter((place) => streams.some((each) => each.probeId === place.probeId && each.stream === place.stream))
          .map((place) => ({ ...place }))
          .toSorted((a, b) => a.firstSequence - b.firstSequence),
      add: this.addPlaces,
      move: this.movePlaces,
    })
    const generations = createGenerations(
      { list: async () => this.generations.map((each) => ({ ...each })) },
      places.forget,
    )
    const place = createPlacer(generations, places, {
      highestSequences: async ({ number }, streams) => this.highest(number, streams),
      present: async ({ number }, documents) => {
        const held = this.documents.get(number)
        if (!held) return 'gone'
        return new Set(documents.filter(({ id }) => held.has(id)).map(({ id }) => id))
      },
    })
    const documentWriter = createDocumentWriter({
      place,
      generations,
      indexName: (family, { number }) => `${number}:${family}`,
      write: async (documents) =>
        documents.map(({ index, id }) => {
          const [number, family] = index.split(':') as [string, EventDocument['family']]
          return { kind: this.write(Number(number), family, id) }
        }),
      telemetry: silentTelemetry,
      sealingMs: 0,
    })
    const writer = createBatchWriter(
      {
        documentWriter,
        log: {
          commit: async (batch) => {
            this.mayCrash()
            onCommit(batch)
            this.mayCrash()
            return true
          },
        },
        deadLetters: { park: async () => undefined },
        ledger: {
          settled: async ({ expired }) => {
            this.mayCrash()
            for (const { id } of expired) this.expired.add(id)
          },
        },
        clocks: { corrected: async () => undefined },
        telemetry: silentTelemetry,
        watch: { begin: () => undefined, step: () => undefined, end: () => undefined },
      },
      new AbortController().signal,
    )
    const write = (documents: EventDocument[], batch = documents.map(({ record }) => record)): Promise<void> => {
      for (const { identity } of documents) this.noteInLedger(identity)
      return writer.write({ startedAt: 0, batch, documents, dead: [] })
    }
    return {
      /** Stores a batch. The entries of its alerts wait for the next one. */
      write,
      /** Stores waiting entries, as when no next batch arrives. */
      flush: writer.flush,
      /** Stores a batch and its entries, as when no next batch arrives. */
      put: async (documents: EventDocument[]): Promise<void> => {
        await write(documents)
        await writer.flush()
      },
    }
  }

  private noteInLedger({ probeId, stream }: StreamKey): void {
    this.ledger = this.ledger.filter((each) => each.stream !== stream)
    this.ledger.push({ probeId, stream, changedAt: this.now })
  }

  /** A new leader on the current day. */
  leader() {
    const step =
      <A extends unknown[], R>(name: string, act: (...given: A) => R) =>
      async (...given: A): Promise<Awaited<R>> => {
        const ends = this.leaderEndsIn-- === 0
        const isBefore = ends && this.interruptions.length % 2 === 0
        if (ends) this.interruptions.push(name)
        if (isBefore) throw new Crash()
        const answer = await act(...given)
        if (ends) throw new Crash()
        return answer
      }
    return createCaretaker(
      {
        engine: {
          complete: async () => undefined,
          create: step('create', ({ number }) => {
            if (!this.documents.has(number)) this.documents.set(number, new Set())
          }),
          seal: step('block', () => undefined),
          setOpen: async () => undefined,
          remove: step('delete', ({ number }) => void this.documents.delete(number)),
          highestSequences: step('highest', ({ number }, streams) => this.highest(number, streams)),
          shardBytes: async () => 0,
          diskShare: async () => 0,
        },
        generations: {
          list: async () => this.generations.map((each) => ({ ...each })),
          open: step('open', (number, day) => {
            if (!this.generations[number - 1]) this.begin(day)
          }),
          markSealed: step('seal', (number) => void (this.find(number).isSealed = true)),
          markRemoved: step('mark removed', (number) => void (this.find(number).isRemoved = true)),
          markDeleted: step('mark deleted', (number) => void (this.find(number).isDeleted = true)),
        },
        places: {
          endingIn: async (generation) => this.endingIn(generation),
          add: step('add places', this.addPlaces),
          move: step('move places', this.movePlaces),
          removeOf: step('remove places', (number) => {
            this.places = this.places.filter(({ generation }) => generation !== number)
          }),
        },
        ledger: {
          removeSilentSince: step('ledger', (instant) => {
            this.ledger = this.ledger.filter(({ changedAt }) => changedAt >= instant.getTime())
          }),
        },
        coverage: { removeBefore: step('coverage', () => undefined) },
        marks: {
          removeBefore: step('marks', (received) => {
            this.marks = this.marks.filter((each) => each >= received.getTime())
            return 0
          }),
        },
        holds: { raise: async () => undefined, lift: async () => undefined },
        retention: async () => ({ days: RETENTION_DAYS, diskLimit: 1 }),
        logger: createLogger('test', 'silent'),
      },
      { rollOverBytes: Number.POSITIVE_INFINITY },
      () => new Date(this.now),
    )
  }

  private endingIn(generation: number): StreamPlace[] {
    const newest = new Map<string, StreamPlace>()
    for (const place of this.places) {
      if ((newest.get(place.stream)?.generation ?? -1) <= place.generation) newest.set(place.stream, place)
    }
    return [...newest.values()].filter((place) => place.generation === generation).map((place) => ({ ...place }))
  }

  highest(number: number, streams: readonly string[]): Map<string, number> | 'gone' {
    const held = this.documents.get(number)
    if (!held) return 'gone'
    const highest = new Map<string, number>()
    for (const name of held) {
      if (name.startsWith('alerts/')) continue
      const [, stream, sequence] = name.split('-') as [string, string, string]
      if (streams.includes(stream)) highest.set(stream, Math.max(Number(sequence), highest.get(stream) ?? -1))
    }
    return highest
  }

  /** Entries that are not in the generation of their event. */
  misplaced(): string[] {
    return [...this.documents].flatMap(([number, held]) =>
      [...held]
        .filter((name) => name.startsWith('alerts/') && !held.has(name.slice('alerts/'.length)))
        .map((name) => `${number}: ${name}`),
    )
  }

  stored(): string[] {
    return [...this.documents.values()].flatMap((each) => [...each]).sort()
  }

  isPastRetention = ({ day }: Generation): boolean => this.now - Date.parse(day) > (RETENTION_DAYS + 1) * DAY_MS

  passDays(days: number): void {
    this.now += days * DAY_MS
  }
}

function isSamePlace(a: StreamPlace, b: StreamPlace): boolean {
  return a.probeId === b.probeId && a.stream === b.stream && a.firstSequence === b.firstSequence
}

export function nameOf(family: EventDocument['family'], id: string): string {
  return family === 'alerts' ? `alerts/${id}` : id
}

/** Names of all documents that a batch must store. */
export function namesOf(documents: readonly EventDocument[]): string[] {
  return documents.flatMap(({ id, entry }) => (entry ? [id, nameOf('alerts', id)] : [id]))
}

export function events(stream: number, first: number, count: number): EventDocument[] {
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
