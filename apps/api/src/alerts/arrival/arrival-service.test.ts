import type { ArrivalRequest, ListedAlert } from '@watchpost/engine'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ArrivalVector, createFrontier } from '@watchpost/model'
import { readArrivalCursor, writeArrivalCursor } from './arrival-cursor.ts'
import { createArrivalService } from './arrival-service.ts'

const asking = { requestId: 'test', signal: new AbortController().signal }
const never = new AbortController().signal

function anEntry(partition: number, offset: number): ListedAlert {
  return {
    index: 'alerts-2026.11.14-000001',
    '@timestamp': '2026-11-14T09:12:33.412Z',
    timestamp_received: '2026-11-14T09:12:35.001Z',
    uuid: `${partition}/${offset}`,
    family: 'network_events',
    type: 'network_engine',
    event_type: 'alert',
    name: 'x',
    description: 'x',
    risk: 1,
    policy_version: 1,
    probe: { id: 1, fqdn: 'p' },
    ingest: { partition, offset },
  }
}

const PARTITIONS = 3
type Step = () => Promise<void>

/**
 * Log, indexers and engine in memory, with their rules: an indexer stores, then commits, and may end anywhere; what is
 * stored can be searched after a refresh, on each shard at another moment.
 */
class World {
  readonly step: Step
  readonly log: boolean[][] = Array.from({ length: PARTITIONS }, () => [])
  readonly stored = new Set<string>()
  readonly searchable = new Set<string>()
  readonly committed: number[] = Array.from({ length: PARTITIONS }, () => 0)
  /** Who reads a partition now: an indexer that was replaced may go on to write, and cannot commit. */
  readonly owner: number[] = Array.from({ length: PARTITIONS }, () => 0)

  constructor(step: Step) {
    this.step = step
  }

  append(partition: number, isAlert: boolean): void {
    this.log[partition]?.push(isAlert)
  }

  /** One batch of one indexer; `endsAfter` writes it is killed. */
  async index(partition: number, most: number, endsAfter: number): Promise<void> {
    const owner = (this.owner[partition] ?? 0) + 1
    this.owner[partition] = owner
    const from = this.committed[partition] ?? 0
    const to = Math.min(from + most, this.log[partition]?.length ?? 0)
    let writes = 0
    for (let offset = from; offset < to; offset++) {
      if (!this.log[partition]?.[offset]) continue
      if (writes++ >= endsAfter) return
      await this.step()
      this.stored.add(`${partition}/${offset}`)
    }
    await this.step()
    if (this.owner[partition] === owner) this.committed[partition] = Math.max(to, this.committed[partition] ?? 0)
  }

  /** Two shards, each refreshed at a moment of its own. */
  async refresh(): Promise<void> {
    for (const shard of [0, 1]) {
      await this.step()
      for (const name of this.stored) if (shardOf(name) === shard) this.searchable.add(name)
    }
    await this.step()
  }

  /** What an API copy sees of all this. */
  copy() {
    let clock = 0
    const positions = async () => {
      await this.step()
      const seen = new Map(this.committed.entries())
      await this.step()
      return seen
    }
    const frontier = createFrontier({ committed: positions, refresh: () => this.refresh() }, () => (clock += 300))
    return createArrivalService({
      frontier,
      ends: async () => new Map(this.log.map((records, partition) => [partition, records.length])),
      within: async ({ ranges, limit }: ArrivalRequest) => {
        const found: [number, number][] = []
        for (const shard of [0, 1]) {
          await this.step()
          for (const name of this.searchable) {
            const [partition, offset] = name.split('/').map(Number) as [number, number]
            const isWanted = ranges.some(
              (each) => each.partition === partition && each.from <= offset && offset < each.to,
            )
            if (shardOf(name) === shard && isWanted) found.push([partition, offset])
          }
        }
        await this.step()
        const sorted = found.sort((a, b) => a[0] - b[0] || a[1] - b[1])
        return sorted.slice(0, limit).map(([partition, offset]) => anEntry(partition, offset))
      },
    })
  }
}

function shardOf(name: string): number {
  return name.length % 2 === 0 ? Number(name.at(-1)) % 2 : 1 - (Number(name.at(-1)) % 2)
}

const partition = fc.integer({ min: 0, max: PARTITIONS - 1 })
const commands = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('append' as const), partition, alerts: fc.array(fc.boolean(), { maxLength: 6 }) }),
    fc.record({
      kind: fc.constant('index' as const),
      partition,
      most: fc.integer({ min: 1, max: 5 }),
      endsAfter: fc.constantFrom(0, 1, 99, 99, 99),
    }),
    fc.record({ kind: fc.constant('refresh' as const) }),
    fc.record({
      kind: fc.constant('collect' as const),
      collector: fc.integer({ min: 0, max: 1 }),
      copy: fc.integer({ min: 0, max: 1 }),
      limit: fc.integer({ min: 1, max: 4 }),
    }),
  ),
  { minLength: 5, maxLength: 40 },
)

test('collectors see every alert once, whatever the order of storing, committing, refreshing, searching and dying', async () => {
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
          const after: ArrivalVector = cursor === '' ? new Map() : readArrivalCursor(cursor)
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
        else collect(command.collector, command.copy, command.limit)
        await scheduler.waitNext(Math.min(scheduler.count(), 2))
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

      const all = world.log
        .flatMap((records, at) => records.flatMap((isAlert, offset) => (isAlert ? [`${at}/${offset}`] : [])))
        .sort()
      for (const each of seen) expect(each.toSorted()).toEqual(all)
    }),
    { numRuns: 300 },
  )
}, 120_000)

const page = (after: ArrivalVector | 'now', waitMs = 0, limit = 10) => ({
  filter: {},
  after,
  limit,
  waitMs,
  hasContributions: false,
})

test('who waits is answered as soon as something arrives, and otherwise when the time is over', async () => {
  let clock = 0
  let reached = 5
  const service = createArrivalService({
    frontier: { current: async () => new Map([[0, reached]]) },
    ends: async () => new Map([[0, reached]]),
    within: async ({ ranges }) => (ranges.some(({ to }) => to > 7) ? [anEntry(0, 7)] : []),
    now: () => clock,
    pause: async (ms) => {
      clock += ms
      reached++
    },
  })
  const found = await service.read(page(new Map([[0, 5]]), 30_000), asking, never)
  expect(found.entries).toHaveLength(1)
  expect(clock).toBe(1_500)
  expect(readArrivalCursor(found.cursor)).toEqual(new Map([[0, 8]]))

  reached = 100
  const none = await service.read(page('now', 1_200), asking, AbortSignal.abort())
  expect(none.entries).toEqual([])
  expect(readArrivalCursor(none.cursor)).toEqual(new Map([[0, 100]]))
})

test('a cursor beyond the end of the log is refused, one that the indexers have yet to reach again is not', async () => {
  const service = createArrivalService({
    frontier: { current: async () => new Map([[0, 5]]) },
    ends: async () => new Map([[0, 9]]),
    within: async () => [],
  })
  await expect(service.read(page(new Map([[0, 10]])), asking, never)).rejects.toMatchObject({ code: 'cursor-invalid' })
  const waiting = await service.read(page(new Map([[0, 8]])), asking, never)
  expect(readArrivalCursor(waiting.cursor)).toEqual(new Map([[0, 8]]))
})

test('when the log or the engine does not answer, the caller is told and the next one asks again', async () => {
  let fails = true
  const frontier = createFrontier({
    committed: async () => {
      if (fails) throw new Error('no broker')
      return new Map([[0, 1]])
    },
    refresh: async () => undefined,
  })
  await expect(frontier.current()).rejects.toThrow('no broker')
  fails = false
  expect(await frontier.current()).toEqual(new Map([[0, 1]]))
  expect(writeArrivalCursor(await frontier.current())).toBe('AQEB')
})
