import { setImmediate as turn } from 'node:timers/promises'
import type { ProjectedState, ProjectionResult } from '@watchpost/engine'
import { createLogger, createMetrics } from '@watchpost/runtime'
import type { DueState, Reprojection } from '@watchpost/store'
import { seededRandom } from '@watchpost/testkit/seeded-random'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createProjectionTelemetry } from './projection-telemetry.ts'
import { createProjector } from './projector.ts'

const asking = { requestId: 'test', signal: new AbortController().signal }
const ALERTS = 5
const telemetry = createProjectionTelemetry(createMetrics('indexer'), createLogger('indexer', 'silent'))

class Crash extends Error {}

interface Entry {
  seqNo: number
  revision: number
  tag: string | undefined
}

/**
 * The rules of PostgreSQL and OpenSearch that the projector relies on. Every step first yields, so that several
 * projectors and analysts interleave, and may crash its process instead.
 */
class World {
  readonly #random: () => number
  readonly #marks = new Map<string, { revision: number; tag: string | undefined }>()
  readonly #outbox = new Map<string, { revision: number; dueAt: number }>()
  readonly #stored = new Map<string, Entry>()
  readonly #searchable = new Map<string, Entry>()
  #clock = 1
  #again: { before: number; after: string | null } | undefined
  crashes = true

  constructor(random: () => number) {
    this.#random = random
    for (let n = 0; n < ALERTS; n++) this.#stored.set(`u${n}`, { seqNo: n, revision: 0, tag: undefined })
    this.#refresh()
  }

  #refresh(): void {
    for (const [uuid, entry] of this.#stored) this.#searchable.set(uuid, entry)
  }

  async #step(): Promise<void> {
    const yields = Math.floor(this.#random() * 4)
    for (let n = 0; n < yields; n++) await turn()
    if (this.crashes && this.#random() < 0.04) throw new Crash()
  }

  change(tag: string): void {
    const uuid = `u${Math.floor(this.#random() * ALERTS)}`
    const revision = ++this.#clock
    this.#marks.set(uuid, { revision, tag })
    this.#outbox.set(uuid, { revision, dueAt: 0 })
  }

  /** The database returns to an earlier state, or the engine does; then an operator requests everything again. */
  restore(part: 'database' | 'engine'): void {
    const uuid = `u${Math.floor(this.#random() * ALERTS)}`
    if (part === 'database') {
      this.#marks.delete(uuid)
      this.#outbox.delete(uuid)
    } else {
      this.#stored.set(uuid, { seqNo: ++this.#clock, revision: 0, tag: undefined })
      this.#refresh()
    }
    this.#again = { before: ++this.#clock, after: '' }
  }

  isQuiet(): boolean {
    return this.#outbox.size === 0 && this.#again === undefined
  }

  /** Alerts whose copy differs from the mark although they are not pending. */
  wrong(): string[] {
    return [...this.#searchable].flatMap(([uuid, { tag }]) =>
      this.#outbox.has(uuid) || tag === this.#marks.get(uuid)?.tag ? [] : [uuid],
    )
  }

  makeAllDue(): void {
    for (const row of this.#outbox.values()) row.dueAt = 0
  }

  projector() {
    const markOf = (uuid: string): DueState => {
      const { revision, tag } = this.#marks.get(uuid) as { revision: number; tag: string | undefined }
      const tags = tag === undefined ? [] : [tag]
      const rest = { status: 'open', verdict: null, assignee: null, isStatusChanged: true } as const
      return { uuid, atMs: 1, receivedAt: new Date(), revision, tags, ...rest }
    }
    return createProjector({
      outbox: {
        due: async (limit) => {
          await this.#step()
          return [...this.#outbox]
            .filter(([, { dueAt }]) => dueAt === 0)
            .slice(0, limit)
            .map(([uuid]) => markOf(uuid))
        },
        remove: async (states) => {
          await this.#step()
          for (const { uuid, revision } of states)
            if (this.#outbox.get(uuid)?.revision === revision) this.#outbox.delete(uuid)
        },
        postpone: async (states, seconds) => {
          await this.#step()
          for (const { uuid, revision } of states) {
            const row = this.#outbox.get(uuid)
            if (row?.revision === revision) row.dueAt = seconds
          }
        },
        backlog: async () => ({ count: 0, oldestSeconds: 0, refused: 0 }),
      },
      reprojection: {
        current: async (): Promise<Reprojection | undefined> => {
          await this.#step()
          return this.#again && { before: this.#again.before, isQueued: this.#again.after === null }
        },
        queueSome: async () => {
          await this.#step()
          if (this.#again?.after == null) return
          const { before, after } = this.#again
          const [next] = [...this.#marks.keys()].filter((uuid) => uuid > after).sort()
          this.#again = { before, after: next ?? null }
          const mark = next === undefined ? undefined : this.#marks.get(next)
          if (next === undefined || !mark || mark.revision >= before) return
          mark.revision = ++this.#clock
          this.#outbox.set(next, { revision: mark.revision, dueAt: 0 })
        },
        finish: async (before) => {
          await this.#step()
          if (this.#again?.before === before && this.#again.after === null) this.#again = undefined
        },
      },
      recounts: { touch: () => this.#step() },
      engine: {
        project: async (states) => this.#project(states),
        reset: async (before) => {
          const old = [...this.#searchable].filter(([, { revision }]) => revision > 0 && revision < before).slice(0, 1)
          const reset = old.map(([uuid]): ProjectedState => ({ ...emptyState, uuid, revision: before }))
          await this.#project(reset)
          return old.length
        },
      },
      telemetry,
    })
  }

  /** As the adapter does: search, update those that are older, if they are as they were found, and refresh. */
  async #project(states: readonly ProjectedState[]): Promise<ProjectionResult[]> {
    await this.#step()
    const found = new Map(states.map(({ uuid }) => [uuid, this.#searchable.get(uuid)]))
    await this.#step()
    const results: ProjectionResult[] = []
    for (const { uuid, revision, tags } of states) {
      const entry = found.get(uuid)
      if (!entry) results.push({ kind: 'missing' })
      else if (entry.revision >= revision) results.push({ kind: 'stored', day: '2026-11-18', hour: 0, ips: [] })
      else if (this.#stored.get(uuid)?.seqNo !== entry.seqNo) results.push({ kind: 'again' })
      else {
        this.#stored.set(uuid, { seqNo: ++this.#clock, revision, tag: tags[0] })
        results.push({ kind: 'stored', day: '2026-11-18', hour: 0, ips: [] })
      }
      if (this.#random() < 0.2) await this.#step()
    }
    await this.#step()
    this.#refresh()
    return results
  }
}

const emptyState = { atMs: 1, status: 'open', tags: [], verdict: null, assignee: null } as const

test('copies and pending alerts together are the state in the database, at every moment of any schedule', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const random = seededRandom(seed)
      const world = new World(random)
      const work = { isOver: false }
      async function project(): Promise<void> {
        for (;;) {
          const projector = world.projector()
          try {
            while (!work.isOver || !world.isQuiet()) {
              await projector.tick(asking)
              if (work.isOver) world.makeAllDue()
              else if (random() < 0.3) world.makeAllDue()
              await turn()
            }
            return
          } catch (error) {
            if (!(error instanceof Crash)) throw error
          }
        }
      }
      async function change(): Promise<void> {
        for (let n = 0; n < 30; n++) {
          world.change(`t${n}`)
          expect(world.wrong()).toEqual([])
          if (random() < 0.5) await turn()
        }
        work.isOver = true
      }
      await Promise.all([project(), project(), change()])
      expect(world.wrong()).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('copies everything again after either server returned to an earlier state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.constantFrom('database' as const, 'engine' as const), async (seed, part) => {
      const world = new World(seededRandom(seed))
      world.crashes = false
      const projector = world.projector()
      const settle = async () => {
        while (!world.isQuiet()) {
          world.makeAllDue()
          await projector.tick(asking)
        }
      }
      for (let n = 0; n < 8; n++) world.change(`t${n}`)
      await settle()
      world.restore(part)
      world.change('later')
      await settle()
      expect(world.wrong()).toEqual([])
    }),
    { numRuns: 100 },
  )
})
