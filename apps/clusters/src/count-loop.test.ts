import type { ClusterDocument, CountedAlert, ScanRequest, StoredCluster } from '@watchpost/engine'
import { type ArrivalPosition } from '@watchpost/model'
import { createScorer, firstPolicy } from '@watchpost/risk'
import { createLogger, createMetrics } from '@watchpost/runtime'
import type { DueRecount, RecountPosition } from '@watchpost/store'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CountOptions, type Counting, createCounting } from './count-loop.ts'
import { createTallies } from './tallies.ts'
import { createClustersTelemetry } from './telemetry.ts'

const PARTITIONS = 2
const never = new AbortController().signal
const scorer = createScorer(firstPolicy)

interface Wanted {
  minute: number
  src: number
  dest: number
  probe: number
  risk: number
  type: CountedAlert['type']
  name: number
}

function anAlert({ minute, src, dest, probe, risk, type, name }: Wanted, ingest: CountedAlert['ingest']): CountedAlert {
  const at = new Date(Date.parse('2026-11-13T22:30:00.000Z') + minute * 60_000).toISOString()
  return {
    '@timestamp': at,
    uuid: `${ingest.epoch}-${ingest.partition}-${ingest.offset}`,
    type,
    name: `name ${name}`,
    status: 'open',
    risk,
    policy_version: 1,
    probe: { id: probe, fqdn: `probe-${probe}` },
    src_ip: `10.0.0.${src}`,
    dest_ip: `10.0.0.${dest}`,
    ingest,
  }
}

type Status = NonNullable<CountedAlert['status']>
const statuses = ['open', 'acknowledged', 'closed'] as const

class Crash extends Error {}

/**
 * In-memory log, engine and store. Every call to them may crash the process, and may then still take effect later. The
 * process may also go on although another one leads.
 */
class World {
  readonly alerts: CountedAlert[] = []
  epoch = 1
  readonly ends: number[] = Array.from({ length: PARTITIONS }, () => 0)
  /** False while an indexer may still store alerts of the old log. */
  isOpen = true
  readonly clusters = new Map<string, StoredCluster & { version: number }>()
  term = 0
  saved: ArrivalPosition | undefined
  crashIn = Number.POSITIVE_INFINITY
  /** In how many changes the process crashes while the network holds the change back. */
  stallIn = Number.POSITIVE_INFINITY
  #late: (() => unknown)[] = []
  readonly #recounts = new Map<string, DueRecount>()
  #recountAfter: RecountPosition | undefined
  policyVersion = 1
  /** What happens in so many steps of the process. */
  interrupt: { afterSteps: number; run: () => unknown } | undefined
  /** In how many steps of the process the status of an alert changes. */
  changes: { afterSteps: number; turn: number; status: Status }[] = []
  /** Number of clusters in each write request. */
  readonly writes: number[] = []

  arrive(wanted: Wanted): void {
    const partition = wanted.probe % PARTITIONS
    const offset = this.ends[partition] ?? 0
    this.alerts.push(anAlert(wanted, { epoch: this.epoch, partition, offset }))
    // Most records are not alerts.
    this.ends[partition] = offset + 3
  }

  /** Replaces the log by a new one: its offsets start at 0. */
  recreate(): void {
    this.epoch++
    this.ends.fill(0)
    this.isOpen = false
  }

  /** An indexer of the old log stores an alert late. */
  arriveLate(wanted: Wanted): void {
    if (this.isOpen) return
    const offset = 1_000 + this.alerts.length
    this.alerts.push(anAlert(wanted, { epoch: this.epoch - 1, partition: wanted.probe % PARTITIONS, offset }))
  }

  /** As the projector does: the change is visible to searches, and then its clusters have to be counted again. */
  setStatus(turn: number, status: Status): void {
    const alert = this.alerts[turn % this.alerts.length]
    if (!alert) return
    alert.status = status
    const day = alert['@timestamp'].slice(0, 10)
    const hours = 1 << Number(alert['@timestamp'].slice(11, 13))
    this.touch([...new Set([alert.src_ip, alert.dest_ip])].map((ip) => ({ day, ip: ip ?? '', hours })))
  }

  private touch(days: readonly { day: string; ip: string; hours: number }[]): void {
    for (const { day, ip, hours } of days) {
      const earlier = this.#recounts.get(`${day}|${ip}`) ?? { touch: 0, hours: 0 }
      this.#recounts.set(`${day}|${ip}`, { day, ip, touch: earlier.touch + 1, hours: earlier.hours | hours })
    }
  }

  /** Has everything counted again, by a newer policy. */
  requestAll(): void {
    this.policyVersion++
    this.#recountAfter = []
  }

  isCountedAgain(): boolean {
    return this.#recounts.size === 0 && this.#recountAfter === undefined
  }

  private async step(): Promise<void> {
    if (this.interrupt && this.interrupt.afterSteps-- === 0) await this.interrupt.run()
    for (const change of this.changes) if (change.afterSteps-- === 0) this.setStatus(change.turn, change.status)
    if (this.crashIn-- <= 0) {
      this.crashIn = Number.POSITIVE_INFINITY
      throw new Crash()
    }
  }

  /** A change that the engine or the store makes. */
  private async send<T>(change: () => T): Promise<T> {
    await this.step()
    if (this.stallIn-- > 0) return change()
    this.stallIn = Number.POSITIVE_INFINITY
    this.#late.push(change)
    throw new Crash()
  }

  /** What the network held back takes effect. */
  deliver(): void {
    for (const change of this.#late.splice(0)) change()
  }

  private store(cluster: StoredCluster, version: number): boolean {
    const isOutdated = (this.clusters.get(cluster.id)?.version ?? 0) > version
    if (!isOutdated) this.clusters.set(cluster.id, { ...structuredClone(cluster), version })
    return !isOutdated
  }

  /** A process that has just started. */
  begin(sizes: CountOptions = { atOnce: 5, perPage: 2, recountsAtOnce: 3 }) {
    const select = ({ from, to, ips, below }: ScanRequest) =>
      this.alerts
        .filter((each) => {
          const isInTime = each['@timestamp'] >= from && each['@timestamp'] < to
          const isAbout = !ips || ips.includes(each.src_ip ?? '') || ips.includes(each.dest_ip ?? '')
          const { epoch, partition, offset } = each.ingest
          const isOfEpoch = epoch === below.epoch && offset < (below.offsets.get(partition) ?? 0)
          return isInTime && isAbout && (epoch < below.epoch || isOfEpoch)
        })
        .sort((a, b) => (a['@timestamp'] < b['@timestamp'] ? -1 : 1))
        .map((each) => ({ ...each }))
    const step = () => this.step()
    const tallies = createTallies(
      {
        async *scan(request) {
          await step()
          const all = select(request)
          for (let at = 0; at < all.length; at += 3) yield all.slice(at, at + 3)
        },
        count: async (request) => select(request).length,
      },
      40_000,
    )
    return createCounting(
      {
        frontier: {
          current: async () => {
            await step()
            return { epoch: this.epoch, offsets: new Map(this.ends.entries()), isOpen: this.isOpen }
          },
        },
        arrivals: {
          within: async (epoch, ranges, limit) => {
            await step()
            return this.alerts
              .filter(({ ingest }) => ingest.epoch === epoch)
              .filter(({ ingest }) =>
                ranges.some(
                  ({ partition, from, to, andHigher }) =>
                    (partition === ingest.partition && from <= ingest.offset && ingest.offset < to) ||
                    (andHigher && ingest.partition >= partition),
                ),
              )
              .sort((a, b) => a.ingest.partition - b.ingest.partition || a.ingest.offset - b.ingest.offset)
              .slice(0, limit)
              .map((each) => ({ ...each }))
          },
          epochAfter: async (epoch) => {
            await step()
            const later = this.alerts.map(({ ingest }) => ingest.epoch).filter((each) => each > epoch)
            return later.length > 0 ? Math.min(...later) : undefined
          },
        },
        days: async () => {
          const days = this.alerts.map((each) => each['@timestamp'].slice(0, 10)).sort()
          const [first, last] = [days[0], days.at(-1)]
          return first && last ? { first, last } : undefined
        },
        tallies,
        clusters: {
          write: async (clusters, version) => {
            this.writes.push(clusters.length)
            let outdated = 0
            for (const cluster of clusters) {
              if (!(await this.send(() => this.store(cluster, version)))) outdated++
            }
            return outdated
          },
        },
        positions: {
          begin: () =>
            this.send(() => ({ term: ++this.term, ...(this.saved && { position: structuredClone(this.saved) }) })),
          save: (position, term) =>
            this.send(() => {
              if (term !== this.term) return false
              this.saved = structuredClone(position)
              return true
            }),
        },
        recounts: {
          due: async (limit) => {
            await step()
            return [...this.#recounts.values()].slice(0, limit)
          },
          remove: (counted, term) =>
            this.send(() => {
              if (term !== this.term) return false
              for (const { day, ip, touch } of counted) {
                const key = `${day}|${ip}`
                const current = this.#recounts.get(key)
                this.#recounts.delete(key)
                if (current && current.touch !== touch) this.#recounts.set(key, current)
              }
              return true
            }),
          current: async () => {
            await step()
            return { policyVersion: this.policyVersion, ...(this.#recountAfter && { after: this.#recountAfter }) }
          },
          queue: (days, from, next) =>
            this.send(() => {
              if (String(from) !== String(this.#recountAfter)) return
              this.#recountAfter = next
              this.touch(days.map((each) => ({ ...each, hours: 2 ** 24 - 1 })))
            }),
          backlog: async () => ({ count: this.#recounts.size, oldestSeconds: 0, isQueueing: false }),
        },
        clusterDays: {
          refresh: step,
          after: async (position, limit) => {
            await step()
            const found = [...this.clusters.values()]
              .map(({ document }) => document)
              .filter(({ frequency, angles }) => frequency === 'day' && angles.includes('both/all'))
              .map(({ date, ip }) => ({ day: date.slice(0, 10), ip, key: `${date}|${ip}` }))
              .filter(({ key }) => key > (position[0] ?? ''))
              .sort((a, b) => (a.key < b.key ? -1 : 1))
              .slice(0, limit)
            const next = found.length < limit ? undefined : found.at(-1)?.key
            return { days: found.map(({ day, ip }) => ({ day, ip })), ...(next && { next: [next] }) }
          },
        },
        scorers: { of: async (versions) => new Map([...versions].map((version) => [version, scorer])) },
        telemetry: createClustersTelemetry(createMetrics('clusters'), createLogger('clusters', 'silent')),
      },
      never,
      sizes,
    )
  }
}

/** Reference implementation that counts the alerts directly, without shared code. */
function naively(
  alerts: readonly CountedAlert[],
  frequency: 'hour' | 'day',
  side: 'src' | 'dest' | 'both',
  probe: number | 'all',
) {
  const clusters = new Map<string, CountedAlert[]>()
  for (const alert of alerts) {
    if (probe !== 'all' && alert.probe.id !== probe) continue
    const at = alert['@timestamp']
    const start = frequency === 'day' ? `${at.slice(0, 11)}00:00:00.000Z` : `${at.slice(0, 14)}00:00.000Z`
    const sides = { src: [alert.src_ip], dest: [alert.dest_ip], both: [alert.src_ip, alert.dest_ip] }[side]
    for (const ip of new Set(sides)) clusters.set(`${ip}-${start}`, [...(clusters.get(`${ip}-${start}`) ?? []), alert])
  }
  return [...clusters]
    .map(([id, own]) => {
      const ip = id.slice(0, id.indexOf('-'))
      const total = own.reduce((sum, { risk }) => sum + risk, 0)
      const others = own.flatMap(({ src_ip, dest_ip }) => [src_ip, dest_ip]).filter((each) => each !== ip)
      return {
        id,
        number_alerts: own.length,
        open: own.filter(({ status }) => status === 'open').length,
        acknowledged: own.filter(({ status }) => status === 'acknowledged').length,
        closed: own.filter(({ status }) => status === 'closed').length,
        average_risk: Math.round((total / own.length) * 100) / 100,
        worst_risk: Math.max(...own.map(({ risk }) => risk)),
        network_engine: own.filter(({ type }) => type === 'network_engine').length,
        malware_engine: own.filter(({ type }) => type === 'malware_engine').length,
        number_peers: new Set(others).size,
        number_signatures: new Set(own.map(({ name }) => name)).size,
        number_probes: new Set(own.map(({ probe: { id } }) => id)).size,
        first: own.map((each) => each['@timestamp']).sort()[0],
        last: own
          .map((each) => each['@timestamp'])
          .sort()
          .at(-1),
      }
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

function stored(world: World, frequency: 'hour' | 'day', angle: string) {
  return [...world.clusters.values()]
    .map(({ document }) => document)
    .filter((document) => document.frequency === frequency && document.angles.includes(angle))
    .map(shown)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
}

function shown(document: ClusterDocument) {
  const { ip, date, number_alerts, average_risk, worst_risk, network_engine, malware_engine } = document
  const { open, acknowledged, closed, number_peers, number_signatures, number_probes, first, last } = document
  const counts = { number_alerts, open, acknowledged, closed, average_risk, worst_risk, network_engine, malware_engine }
  return { id: `${ip}-${date}`, ...counts, number_peers, number_signatures, number_probes, first, last }
}

async function settle(world: World): Promise<void> {
  world.crashIn = Number.POSITIVE_INFINITY
  world.stallIn = Number.POSITIVE_INFINITY
  world.isOpen = true
  const counting = world.begin()
  await counting.tick()
  while (await counting.tick());
  await counting.tick()
  world.deliver()
  world.changes = []
  const next = world.begin()
  await next.tick()
  for (let round = 0; !world.isCountedAgain(); round++) {
    if (round > 1_000) throw new Error('counting again does not end')
    await next.recount()
  }
}

/** Runs a round. Returns false if the process has ended. */
async function survives(counting: Counting, round: 'tick' | 'recount' = 'tick'): Promise<boolean> {
  try {
    await counting[round]()
    return true
  } catch (error) {
    if (error instanceof Crash || (error instanceof Error && error.message.startsWith('another replica'))) return false
    throw error
  }
}

const anyAlert: fc.Arbitrary<Wanted> = fc.record({
  minute: fc.integer({ min: 0, max: 200 }),
  src: fc.integer({ min: 1, max: 4 }),
  dest: fc.integer({ min: 1, max: 4 }),
  probe: fc.integer({ min: 1, max: 3 }),
  risk: fc.integer({ min: 0, max: 100 }),
  type: fc.constantFrom('network_engine', 'malware_engine', 'code_engine'),
  name: fc.integer({ min: 1, max: 3 }),
})
const anyChanges = fc.array(
  fc.record({
    /** Some happen while the process counts. */
    afterSteps: fc.integer({ min: 0, max: 12 }),
    turn: fc.nat(40),
    status: fc.constantFrom(...statuses),
  }),
  { minLength: 1, maxLength: 4 },
)
const commands = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('arrive' as const), alerts: fc.array(anyAlert, { maxLength: 6 }) }),
    fc.constantFrom({ kind: 'tick' as const }, { kind: 'elect' as const }, { kind: 'former' as const }),
    fc.record({ kind: fc.constant('tick' as const) }),
    fc.record({ kind: fc.constant('crash' as const), after: fc.integer({ min: 0, max: 30 }) }),
    fc.record({ kind: fc.constant('stall' as const), after: fc.integer({ min: 0, max: 15 }) }),
    fc.record({ kind: fc.constant('deliver' as const) }),
    fc.record({ kind: fc.constant('forget' as const) }),
    fc.record({ kind: fc.constant('recreate' as const) }),
    fc.record({ kind: fc.constant('late' as const), alert: anyAlert }),
    fc.record({ kind: fc.constant('open' as const) }),
    fc.record({ kind: fc.constantFrom('recount' as const, 'former recount' as const, 'all' as const) }),
    fc.record({ kind: fc.constant('recount' as const) }),
    fc.record({ kind: fc.constant('status' as const), changes: anyChanges }),
  ),
  { minLength: 10, maxLength: 40 },
)

test('clusters match a direct count under changes of status, crashes, two leaders and replaced logs', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      const world = new World()
      let counting = world.begin()
      let former: Counting | undefined
      for (const command of list) {
        if (command.kind === 'arrive') for (const each of command.alerts) world.arrive(each)
        else if (command.kind === 'crash') world.crashIn = command.after
        else if (command.kind === 'stall') world.stallIn = command.after
        else if (command.kind === 'deliver') world.deliver()
        else if (command.kind === 'recreate') world.recreate()
        else if (command.kind === 'late') world.arriveLate(command.alert)
        else if (command.kind === 'open') world.isOpen = true
        else if (command.kind === 'status') world.changes = command.changes.map((each) => ({ ...each }))
        else if (command.kind === 'all') world.requestAll()
        else if (command.kind === 'forget') {
          world.saved = undefined
          counting = world.begin()
        } else if (command.kind === 'elect') {
          former = counting
          counting = world.begin()
        } else if (command.kind === 'former' || command.kind === 'former recount') {
          const round = command.kind === 'former' ? 'tick' : 'recount'
          if (former && !(await survives(former, round))) former = undefined
        } else if (command.kind === 'recount') {
          if (!(await survives(counting, 'recount'))) counting = world.begin()
        } else if (!(await survives(counting))) counting = world.begin()
      }
      await settle(world)
      for (const frequency of ['hour', 'day'] as const) {
        for (const side of ['src', 'dest', 'both'] as const) {
          for (const probe of ['all', 1, 2, 3] as const) {
            expect(stored(world, frequency, `${side}/${probe}`)).toEqual(naively(world.alerts, frequency, side, probe))
          }
        }
      }
      for (const { document } of world.clusters.values()) {
        expect(document.contributions.reduce((sum, { points }) => sum + points, 0)).toBe(document.risk_score)
        expect(document.policy_version).toBe(world.policyVersion)
      }
    }),
    { numRuns: 300 },
  )
}, 60_000)

test('an IP address with one side and one probe has one document for every query', async () => {
  const world = new World()
  const wanted = { minute: 5, src: 1, dest: 2, probe: 1, risk: 50, type: 'network_engine', name: 1 } as const
  world.arrive(wanted)
  world.arrive({ ...wanted, minute: 6, dest: 3 })
  await settle(world)
  const ofSource = [...world.clusters.values()].filter(({ document }) => document.ip === '10.0.0.1')
  expect(ofSource.map(({ document }) => [document.frequency, document.angles])).toEqual([
    ['hour', ['src/all', 'src/1', 'both/all', 'both/1']],
    ['day', ['src/all', 'src/1', 'both/all', 'both/1']],
  ])
  world.arrive({ ...wanted, src: 9, dest: 1, probe: 2 })
  await settle(world)
  const parted = [...world.clusters.values()].filter(
    ({ document }) => document.ip === '10.0.0.1' && document.frequency === 'hour',
  )
  expect(parted.map(({ document }) => document.angles).sort((a, b) => String(a).localeCompare(String(b)))).toEqual([
    ['both/all'],
    ['dest/all', 'dest/2', 'both/2'],
    ['src/all', 'src/1', 'both/1'],
  ])
})

test('writes the clusters of a large batch in pieces', async () => {
  const world = new World()
  const one = { minute: 0, probe: 1, risk: 10, type: 'network_engine', name: 1 } as const
  world.arrive({ ...one, src: 0, dest: 0 })
  const counting = world.begin({})
  await counting.tick()
  for (let turn = 0; turn < 800; turn++) world.arrive({ ...one, src: turn, dest: turn + 800 })
  world.writes.length = 0
  await counting.tick()

  const total = world.writes.reduce((sum, each) => sum + each, 0)
  expect(total).toBeGreaterThanOrEqual(2 * 1_600)
  expect(Math.max(...world.writes)).toBeLessThanOrEqual(total / 2)
})

test('an alert of one probe does not rewrite the clusters of the other probes', async () => {
  const world = new World()
  const one = { minute: 0, src: 1, dest: 2, risk: 10, type: 'network_engine', name: 1 } as const
  for (const probe of [1, 2, 3]) world.arrive({ ...one, probe })
  const counting = world.begin()
  await counting.tick()
  for (const probe of [1, 2, 3]) world.arrive({ ...one, probe })
  await counting.tick()
  world.writes.length = 0
  world.arrive({ ...one, probe: 2 })
  await counting.tick()
  // Two IP addresses, an hour and a day of each, and for each of these all probes and the second one.
  expect(world.writes).toEqual([2 * 2 * 2])
  world.arrive({ ...one, probe: 4 })
  await counting.tick()
  expect(world.writes).toEqual([2 * 2 * 2, 2 * 2 * 2])
})

const steps = Array.from({ length: 12 }, (_, step) => step)

test.each(steps)('a change of status at step %i of counting again is counted', async (afterSteps) => {
  const world = new World()
  for (let n = 0; n < 3; n++) world.arrive(oneAlert)
  const counting = world.begin()
  await counting.tick()
  world.setStatus(0, 'acknowledged')
  world.interrupt = { afterSteps, run: () => world.setStatus(1, 'closed') }
  for (let round = 0; round < 4; round++) await counting.recount()
  expect(world.isCountedAgain()).toBe(true)
  expect(stored(world, 'day', 'src/all')).toEqual(naively(world.alerts, 'day', 'src', 'all'))
})

test.each(steps)('a former leader takes no change away from one that is at step %i', async (afterSteps) => {
  const world = new World()
  world.arrive(oneAlert)
  const former = world.begin()
  await former.tick()
  world.arrive(oneAlert)
  const next = world.begin()
  world.interrupt = {
    afterSteps,
    async run() {
      world.setStatus(0, 'closed')
      await survives(former, 'recount')
    },
  }
  await next.tick()
  for (let round = 0; round < 3; round++) await next.recount()
  expect(world.isCountedAgain()).toBe(true)
  expect(stored(world, 'hour', 'dest/all')).toEqual(naively(world.alerts, 'hour', 'dest', 'all'))
})

const oneAlert = { minute: 0, src: 1, dest: 2, probe: 1, risk: 10, type: 'network_engine', name: 1 } as const

test.each([
  ['a write', 0],
  ['the save of a position', 4],
])('%s of a former leader that takes effect late changes nothing', async (_, after) => {
  const world = new World()
  world.arrive(oneAlert)
  const former = world.begin()
  await former.tick()
  world.arrive(oneAlert)
  world.stallIn = after
  expect(await survives(former)).toBe(false)
  const saved = world.saved
  const next = world.begin()
  world.arrive(oneAlert)
  await next.tick()
  expect(world.saved).not.toEqual(saved)
  const { saved: position, clusters } = structuredClone({ saved: world.saved, clusters: world.clusters })
  world.deliver()
  expect(world).toMatchObject({ saved: position, clusters })
})

test('ends when another leader has written a cluster since', async () => {
  const world = new World()
  world.arrive(oneAlert)
  const former = world.begin()
  await former.tick()
  world.arrive(oneAlert)
  const next = world.begin()
  await next.tick()
  await expect(former.tick()).rejects.toThrow('another replica')
  world.arrive(oneAlert)
  await next.tick()
  expect(stored(world, 'hour', 'src/all')).toEqual(naively(world.alerts, 'hour', 'src', 'all'))
})
