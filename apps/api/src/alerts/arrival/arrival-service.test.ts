import { AppError } from '@watchpost/contract'
import type { ArrivalRequest, ListedAlert } from '@watchpost/engine'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ArrivalPosition, createFrontier, firstPosition, LOG_END, type Reach } from '@watchpost/model'
import { aListedAlert } from '../../../test/alerts/a-listed-alert.ts'
import { readArrivalCursor, writeArrivalCursor } from './arrival-cursor.ts'
import { createArrivalService } from './arrival-service.ts'

const asking = { requestId: 'test', caller: 'key 1', signal: new AbortController().signal }
const never = new AbortController().signal

function anEntry(partition: number, offset: number, epoch = 1): ListedAlert {
  return aListedAlert({
    uuid: `${epoch}/${partition}/${offset}`,
    risk: 1,
    effective_risk: 1,
    probe: { id: 1, fqdn: 'p' },
    ingest: { epoch, partition, offset },
  })
}

const PARTITIONS = 3
type Step = () => Promise<void>
type Place = [epoch: number, partition: number, offset: number]

/** The contents of one event topic, and the committed offsets of its group. */
class Log {
  readonly records: boolean[][] = Array.from({ length: PARTITIONS }, () => [])
  readonly committed: number[] = Array.from({ length: PARTITIONS }, () => 0)
  /** The current owner of each partition. A replaced indexer may still write, but cannot commit. */
  readonly owner: number[] = Array.from({ length: PARTITIONS }, () => 0)
  /** Indexers that are processing a batch of this log. */
  indexers = 0
}

/**
 * In-memory logs, indexers and engine with the rules of the real ones. An indexer stores, then commits, and may crash
 * at any point. Stored events become searchable after a refresh, which each shard does at its own time. A log can be
 * lost with its unread events; an indexer that is processing a batch may still store it.
 */
class World {
  readonly step: Step
  /** By epoch, starting at 1. */
  readonly logs: Log[] = [new Log()]
  readonly stored = new Set<string>()
  readonly searchable = new Set<string>()

  constructor(step: Step) {
    this.step = step
  }

  get epoch(): number {
    return this.logs.length
  }

  get log(): Log {
    return this.logs.at(-1) as Log
  }

  append(partition: number, isAlert: boolean): void {
    this.log.records[partition]?.push(isAlert)
  }

  /** Deletes the topic and creates it again: offsets restart at 0, and the old log can no longer be read. */
  recreate(): void {
    this.logs.push(new Log())
  }

  /** Indexes one batch; the indexer is killed after `endsAfter` writes. */
  async index(partition: number, most: number, endsAfter: number): Promise<void> {
    const { epoch, log } = this
    const owner = (log.owner[partition] ?? 0) + 1
    log.owner[partition] = owner
    const from = log.committed[partition] ?? 0
    const to = Math.min(from + most, log.records[partition]?.length ?? 0)
    log.indexers++
    let writes = 0
    try {
      for (let offset = from; offset < to; offset++) {
        if (!log.records[partition]?.[offset]) continue
        if (writes++ >= endsAfter) return
        await this.step()
        this.stored.add(`${epoch}/${partition}/${offset}`)
      }
      await this.step()
      // A deleted topic loses its committed offsets too.
      if (log === this.log && log.owner[partition] === owner)
        log.committed[partition] = Math.max(to, log.committed[partition] ?? 0)
    } finally {
      log.indexers--
    }
  }

  /** Refreshes two shards, each at its own time. */
  async refresh(): Promise<void> {
    for (const shard of [0, 1]) {
      await this.step()
      for (const name of this.stored) if (shardOf(name) === shard) this.searchable.add(name)
    }
    await this.step()
  }

  /** What the store and the log report: a new epoch opens once no indexer is processing a batch of an earlier one. */
  async reach(): Promise<Reach> {
    await this.step()
    const { epoch, log } = this
    const isOpen = this.logs.every((each) => each === log || each.indexers === 0)
    await this.step()
    const offsets = log === this.log ? new Map(log.committed.entries()) : new Map<number, number>()
    await this.step()
    return { epoch, offsets, isOpen }
  }

  /** One API instance over this world. */
  copy() {
    let clock = 0
    const frontier = createFrontier(
      { committed: () => this.reach(), refresh: () => this.refresh() },
      () => (clock += 300),
    )
    return createArrivalService({
      frontier,
      ends: async () => {
        const { epoch, log } = this
        return { epoch, offsets: new Map(log.records.map((records, partition) => [partition, records.length])) }
      },
      newestEpoch: async () => this.epoch,
      epochAfter: async (epoch) => {
        await this.step()
        const later = [...this.searchable].map((name) => placeOf(name)[0]).filter((each) => each > epoch)
        return later.length > 0 ? Math.min(...later) : undefined
      },
      within: async ({ epoch, ranges, limit }: ArrivalRequest) => {
        const found: Place[] = []
        for (const shard of [0, 1]) {
          await this.step()
          for (const name of this.searchable) {
            const place = placeOf(name)
            const [ofEpoch, partition, offset] = place
            const isWanted = ranges.some(
              (each) =>
                (each.partition === partition && each.from <= offset && offset < each.to) ||
                (each.andHigher && each.partition <= partition),
            )
            if (shardOf(name) === shard && ofEpoch === epoch && isWanted) found.push(place)
          }
        }
        await this.step()
        const sorted = found.sort((a, b) => a[1] - b[1] || a[2] - b[2])
        return sorted.slice(0, limit).map(([ofEpoch, partition, offset]) => anEntry(partition, offset, ofEpoch))
      },
    })
  }
}

function placeOf(name: string): Place {
  return name.split('/').map(Number) as Place
}

function shardOf(name: string): number {
  return name.length % 2 === 0 ? Number(name.at(-1)) % 2 : 1 - (Number(name.at(-1)) % 2)
}

const partition = fc.integer({ min: 0, max: PARTITIONS - 1 })
const turns = fc.integer({ min: 0, max: 3 })
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })
const commands = fc.array(
  fc.oneof(
    weighted(
      4,
      fc.record({
        kind: fc.constant('append' as const),
        partition,
        alerts: fc.array(fc.constantFrom(true, true, false), { minLength: 1, maxLength: 6 }),
        turns,
      }),
    ),
    weighted(
      6,
      fc.record({
        kind: fc.constant('index' as const),
        partition,
        most: fc.integer({ min: 1, max: 5 }),
        endsAfter: fc.constantFrom(0, 1, 99, 99, 99),
        turns,
      }),
    ),
    weighted(1, fc.record({ kind: fc.constant('refresh' as const), turns })),
    weighted(2, fc.record({ kind: fc.constant('recreate' as const), turns })),
    weighted(
      4,
      fc.record({
        kind: fc.constant('collect' as const),
        collector: fc.integer({ min: 0, max: 1 }),
        copy: fc.integer({ min: 0, max: 1 }),
        limit: fc.integer({ min: 1, max: 4 }),
        turns,
      }),
    ),
  ),
  { minLength: 10, maxLength: 60 },
)

test('returns every stored alert once for any order of stores, commits, crashes, lost logs and searches', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), commands, async (scheduler, list) => {
      const world = new World(async () => {
        await scheduler.schedule(Promise.resolve())
      })
      const copies = [world.copy(), world.copy()]
      const seen: string[][] = [[], []]
      const collectors: Promise<string>[] = [Promise.resolve(''), Promise.resolve('')]
      const collect = (collector: number, copy: number, limit: number) => {
        collectors[collector] = (collectors[collector] as Promise<string>).then(async (cursor) => {
          const after = cursor === '' ? firstPosition : readArrivalCursor(cursor)
          const wish = { filter: {}, after, limit, waitMs: 0, hasContributions: false }
          const page = await (copies[copy] as (typeof copies)[number]).read(wish, asking, never)
          seen[collector]?.push(...page.entries.map(({ uuid }) => uuid))
          return page.cursor
        })
      }
      const running: Promise<unknown>[] = []
      for (const command of list) {
        if (command.kind === 'append') for (const isAlert of command.alerts) world.append(command.partition, isAlert)
        else if (command.kind === 'index') {
          running.push(world.index(command.partition, command.most, command.endsAfter))
        } else if (command.kind === 'refresh') running.push(world.refresh())
        else if (command.kind === 'recreate') world.recreate()
        else collect(command.collector, command.copy, command.limit)
        await scheduler.waitNext(Math.min(scheduler.count(), command.turns))
      }
      const finish = async () => {
        await Promise.all([...running, ...collectors])
        for (let round = 0; round < 40; round++) {
          for (let each = 0; each < PARTITIONS; each++) await world.index(each, 99, 99)
        }
        for (const collector of [0, 1]) for (let page = 0; page < 60; page++) collect(collector, page % 2, 9)
        await Promise.all(collectors)
      }
      await scheduler.waitFor(finish())

      const ofLog = world.log.records.flatMap((records, at) =>
        records.flatMap((isAlert, offset) => (isAlert ? [`${world.epoch}/${at}/${offset}`] : [])),
      )
      // Of earlier logs, only what was stored before they were lost.
      const all = [...new Set([...world.stored, ...ofLog])].sort()
      for (const each of seen) expect(each.toSorted()).toEqual(all)
    }),
    { numRuns: 300 },
  )
}, 120_000)

const page = (after: ArrivalPosition | 'now', waitMs = 0, limit = 10) => ({
  filter: {},
  after,
  limit,
  waitMs,
  hasContributions: false,
})

const at = (offset: number, epoch = 1): ArrivalPosition => ({ epoch, offsets: new Map([[0, offset]]) })
const none = { newestEpoch: async () => 1, epochAfter: async () => undefined, within: async () => [] }

test('answers a waiting caller as soon as an alert arrives, otherwise when the wait ends', async () => {
  let clock = 0
  let reached = 5
  const service = createArrivalService({
    ...none,
    frontier: { current: async () => ({ ...at(reached), isOpen: true }) },
    ends: async () => at(reached),
    within: async ({ ranges }) => (ranges.some(({ to }) => to > 7) ? [anEntry(0, 7)] : []),
    now: () => clock,
    pause: async (ms) => {
      clock += ms
      reached++
    },
  })
  const found = await service.read(page(at(5), 30_000), asking, never)
  expect(found.entries).toHaveLength(1)
  expect(clock).toBe(1_500)
  expect(readArrivalCursor(found.cursor)).toEqual(at(8))

  reached = 100
  const nothing = await service.read(page('now', 1_200), asking, AbortSignal.abort())
  expect(nothing.entries).toEqual([])
  expect(readArrivalCursor(nothing.cursor)).toEqual(at(100))
})

test('a waiting call outlasts a full queue; one that has just come does not', async () => {
  let clock = 0
  let reached = 6
  let isBusy = false
  let refusals = 0
  const service = createArrivalService({
    ...none,
    frontier: { current: async () => ({ ...at(reached), isOpen: true }) },
    ends: async () => at(reached),
    within: async ({ ranges }) => {
      if (isBusy) {
        refusals++
        throw new AppError('too-many-requests', undefined, { retryAfterSeconds: 2 })
      }
      return ranges.some(({ to }) => to > 7) ? [anEntry(0, 7)] : []
    },
    now: () => clock,
    pause: async (ms) => {
      clock += ms
      reached++
      isBusy = clock < 2_000
    },
  })
  const found = await service.read(page(at(5), 30_000), asking, never)
  expect([found.entries.length, clock, refusals]).toEqual([1, 2_000, 3])
  isBusy = true
  await expect(service.read(page(at(5), 30_000), asking, never)).rejects.toMatchObject({ code: 'too-many-requests' })
})

test('one caller cannot keep all others from waiting', async () => {
  const end = new AbortController()
  const service = createArrivalService({
    ...none,
    frontier: { current: async () => ({ ...at(5), isOpen: true }) },
    ends: async () => at(5),
    pause: (_, stop) => new Promise((resolve) => stop.addEventListener('abort', () => resolve(), { once: true })),
  })
  const wait = (caller: string) => service.read(page('now', 30_000), { ...asking, caller }, end.signal)
  const calls = Array.from({ length: 200 }, () => wait('key 1'))
  await expect(wait('key 1')).rejects.toMatchObject({ code: 'too-many-requests' })
  calls.push(wait('key 2'))
  await new Promise((resolve) => setTimeout(resolve, 10))
  end.abort()
  expect((await Promise.all(calls)).length).toBe(201)
  expect((await wait('key 1')).entries).toEqual([])
})

test('rejects a cursor beyond the end of the log, but not one beyond the indexers', async () => {
  let end: ArrivalPosition | undefined = at(9)
  const service = createArrivalService({
    ...none,
    frontier: { current: async () => ({ ...at(5), isOpen: true }) },
    ends: async () => end,
  })
  await expect(service.read(page(at(10)), asking, never)).rejects.toMatchObject({ code: 'cursor-of-another-log' })
  const waiting = await service.read(page(at(8)), asking, never)
  expect(readArrivalCursor(waiting.cursor)).toEqual(at(8))

  // The topic was created again but its epoch is not recorded yet, so the end offsets belong to another log.
  end = undefined
  const kept = await service.read(page(at(10)), asking, never)
  expect(readArrivalCursor(kept.cursor)).toEqual(at(10))
})

test('rejects a cursor of an unrecorded epoch, accepts one that only this instance does not know yet', async () => {
  let newest = 2
  const service = createArrivalService({
    ...none,
    frontier: { current: async () => ({ ...at(5), isOpen: true }) },
    ends: async () => at(5),
    newestEpoch: async () => newest,
  })
  const waiting = await service.read(page(at(3, 2)), asking, never)
  expect(waiting.entries).toEqual([])
  expect(readArrivalCursor(waiting.cursor)).toEqual(at(3, 2))
  newest = 1
  await expect(service.read(page(at(3, 2)), asking, never)).rejects.toMatchObject({ code: 'cursor-of-another-log' })
})

test('reads an earlier log to its end, including partitions that the cursor does not contain', async () => {
  const stored = [anEntry(0, 4), anEntry(0, 7), anEntry(2, 0), anEntry(3, 0), anEntry(5, 1), anEntry(0, 0, 9)]
  let isOpen = false
  const service = createArrivalService({
    frontier: { current: async () => ({ epoch: 9, offsets: new Map([[0, 1]]), isOpen }) },
    ends: async () => at(1, 9),
    newestEpoch: async () => 9,
    epochAfter: async (epoch) => (epoch < 9 ? 9 : undefined),
    within: async ({ epoch, ranges, limit }) =>
      stored
        .filter(({ ingest }) => ingest.epoch === epoch && ranges.some((each) => isWithin(each, ingest)))
        .slice(0, limit),
  })
  const start = at(5)
  const closed = await service.read(page(start, 0, 3), asking, never)
  expect([closed.entries, readArrivalCursor(closed.cursor)]).toEqual([[], start])

  isOpen = true
  const pages: string[][] = []
  let cursor = closed.cursor
  for (let turn = 0; turn < 4; turn++) {
    const next = await service.read(page(readArrivalCursor(cursor), 0, 3), asking, never)
    pages.push(next.entries.map(({ uuid }) => uuid))
    cursor = next.cursor
    if (turn > 0) continue
    expect([...readArrivalCursor(cursor).offsets.values()]).toEqual([LOG_END, LOG_END, LOG_END, 1])
  }
  expect(pages).toEqual([['1/0/7', '1/2/0', '1/3/0'], ['1/5/1'], ['9/0/0'], []])
  expect(readArrivalCursor(cursor)).toEqual(at(1, 9))
})

function isWithin(
  range: ArrivalRequest['ranges'][number],
  { partition, offset }: { partition: number; offset: number },
): boolean {
  if (range.andHigher) return partition >= range.partition
  return partition === range.partition && range.from <= offset && offset < range.to
}

test('returns an error when the log or the engine does not answer, and retries for the next caller', async () => {
  let fails = true
  const frontier = createFrontier({
    committed: async () => {
      if (fails) throw new Error('no broker')
      return { ...at(1), isOpen: true }
    },
    refresh: async () => undefined,
  })
  await expect(frontier.current()).rejects.toThrow('no broker')
  fails = false
  expect(await frontier.current()).toEqual({ ...at(1), isOpen: true })
  expect(writeArrivalCursor(await frontier.current())).toBe('AgEBAg')
})

test('refreshes once more when an epoch opens, to show what was stored while it was closed', async () => {
  let clock = 0
  let refreshes = 0
  let isOpen = false
  const frontier = createFrontier(
    { committed: async () => ({ ...at(0, 2), isOpen }), refresh: async () => void refreshes++ },
    () => (clock += 1_000),
  )
  await frontier.current()
  await frontier.current()
  expect(refreshes).toBe(1)
  isOpen = true
  await frontier.current()
  await frontier.current()
  expect(refreshes).toBe(2)
})
