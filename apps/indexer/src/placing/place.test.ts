import type { EventDocument, LogRecord } from '@watchpost/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Crash, events, namesOf, World } from '../../test/placement-world.ts'

test('a resend after a roll-over finds the first document, and new events go to the new generation', async () => {
  const world = new World()
  const indexer = world.copy()
  await indexer.put(events(1, 0, 10))
  world.rollOver()
  await indexer.put(events(1, 5, 10))
  expect(world.documents.get(1)?.size).toBe(10 + 4)
  expect(world.documents.get(2)?.size).toBe(5 + 1)
  expect(world.misplaced()).toEqual([])
  expect(world.stored()).toEqual(namesOf(events(1, 0, 15)).sort())
})

test('a generation that closes in the middle of a bulk request loses and duplicates no event', async () => {
  const world = new World()
  world.sealAfter = 4
  await world.copy().put(events(1, 0, 10))
  await world.copy().put(events(1, 0, 12))
  expect(world.stored()).toEqual(namesOf(events(1, 0, 12)).sort())
})

test('a crash and a roll-over between an event and its entry leave one of each, both in the same generation', async () => {
  const world = new World()
  world.crashAfter = 10
  await expect(world.copy().put(events(1, 0, 10))).rejects.toThrow(Crash)
  expect(world.stored()).toEqual(events(1, 0, 10).map(({ id }) => id))
  world.rollOver()
  await world.copy().put(events(1, 0, 10))
  await world.copy().put(events(1, 0, 10))
  expect(world.documents.get(2)?.size).toBe(0)
  expect(world.stored()).toEqual(namesOf(events(1, 0, 10)).sort())
})

test('entries wait for the next batch, and a batch is committed once they are stored', async () => {
  const world = new World()
  const commits: number[] = []
  const indexer = world.copy((batch) => commits.push(batch.length))
  await indexer.write(events(1, 0, 4))
  expect(world.stored()).toEqual(events(1, 0, 4).map(({ id }) => id))
  expect(commits).toEqual([])
  world.rollOver()
  await indexer.write(events(1, 4, 2)) // no alert among them
  expect(world.stored()).toEqual(namesOf(events(1, 0, 6)).sort())
  expect(commits).toEqual([4, 2])
  expect(world.misplaced()).toEqual([])
})

test('drops an entry whose generation was removed before it was stored', async () => {
  const world = new World()
  const paused = world.copy()
  await paused.write(events(1, 0, 4))
  world.rollOver()
  world.find(1).day = '2026-10-01'
  await world.leader().tick()
  expect(world.find(1).isDeleted).toBe(true)
  await paused.flush()
  expect(world.stored()).toEqual([])
})

test('a view that is refreshed while a batch is placed causes no second document', async () => {
  const world = new World()
  const x = world.copy()
  await x.put(events(1, 0, 10))
  world.begin() // generation 2 is open, 1 is not sealed yet
  await world.copy().put(events(2, 0, 5)) // another indexer starts stream 2 there
  world.find(1).isSealed = true
  // After a rebalance the first indexer gets stream 2 as well; its view is from before the roll-over.
  await x.put([...events(2, 5, 5), ...events(1, 10, 2)]) // no alert among those of stream 1
  world.rollOver()
  await world.copy().put(events(1, 10, 2)) // resent
  expect(world.stored()).toEqual(namesOf([...events(1, 0, 12), ...events(2, 0, 10)]).sort())
})

test('a stream that began while a generation closed is still known when that generation is removed', async () => {
  const world = new World()
  world.sealAfter = 0
  world.passDays(-20)
  world.find(1).day = world.today()
  world.passDays(20)
  await world.copy().put(events(1, 0, 5)) // placed in 1, written to 2
  expect(world.documents.get(1)?.size).toBe(0)
  for (let day = 0; day < 2; day++) world.rollOver()
  await world.leader().tick()
  expect(world.find(1).isRemoved).toBe(true)
  expect(world.documents.get(2)?.size).toBe(5 + 2) // still kept
  await world.copy().put(events(1, 0, 5)) // resent
  expect(world.stored()).toEqual(namesOf(events(1, 0, 5)).sort())
})

test('looks up a generation again that has just been deleted', async () => {
  const world = new World()
  const indexer = world.copy()
  await indexer.put(events(1, 0, 5))
  world.rollOver()
  await indexer.put(events(1, 5, 1)) // its view: 1 is sealed and exists
  world.find(1).day = '2026-10-01'
  await world.leader().tick()
  await indexer.put(events(1, 0, 5))
  expect(world.expired.size).toBe(5)
  expect(world.stored()).toEqual(events(1, 5, 1).map(({ id }) => id))
})

const part = fc.record({
  stream: fc.integer({ min: 1, max: 4 }),
  count: fc.integer({ min: 1, max: 6 }),
  gap: fc.constantFrom(0, 0, 0, 5),
  /** 0: new events; more: resend events from this far back. */
  back: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 30 })),
})
const copyNumber = fc.integer({ min: 0, max: 2 })

const commands = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('send' as const),
        parts: fc.array(part, { minLength: 1, maxLength: 4 }),
        copy: copyNumber,
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('quiet' as const), copy: copyNumber }) },
    fc.record({ kind: fc.constant('roll-over' as const) }),
    // Started but not yet sealed: indexers disagree on which generation is open.
    fc.record({ kind: fc.constant('begin' as const) }),
    fc.record({ kind: fc.constant('roll-over-within' as const), after: fc.integer({ min: 0, max: 6 }) }),
    fc.record({ kind: fc.constant('crash-within' as const), after: fc.integer({ min: 0, max: 16 }) }),
    fc.record({ kind: fc.constant('restart' as const), copy: copyNumber }),
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('days' as const),
        days: fc.integer({ min: 1, max: 4 }),
        ticks: fc.integer({ min: 1, max: 6 }),
        endsIn: fc.integer({ min: 0, max: 10 }),
      }),
    },
  ),
  { minLength: 10, maxLength: 30 },
)
type Command = typeof commands extends fc.Arbitrary<(infer C)[]> ? C : never

/** Read but not committed. */
interface Uncommitted {
  documents: EventDocument[]
  records: LogRecord[]
  /** The indexer that read it last. */
  reader: unknown
}

/** Runs commands on a world and tracks what must hold for every event sent. */
function createRun(world: World) {
  const aCopy = () =>
    world.copy((records) => {
      uncommitted = uncommitted.filter((each) => each.records !== records)
    })
  const copies = [aCopy(), aCopy(), aCopy()]
  const next = [0, 0, 0, 0, 0]
  const sent = new Map<string, EventDocument>()
  let uncommitted: Uncommitted[] = []

  /** Lets an indexer work until it is done or crashes; its successor starts without memory. */
  async function work(number: number, act: (copy: ReturnType<World['copy']>) => Promise<void>): Promise<void> {
    try {
      await act(copies[number] as ReturnType<World['copy']>)
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      copies[number] = aCopy()
    }
  }

  /** First reads again what another indexer, or this one before its crash, has read but not committed. */
  function put(number: number, documents: EventDocument[]): Promise<void> {
    if (documents.length > 0)
      uncommitted.push({ documents, records: documents.map(({ record }) => record), reader: undefined })
    return work(number, async (copy) => {
      for (const batch of uncommitted.filter(({ reader }) => reader !== copy)) {
        batch.reader = copy
        await copy.write(batch.documents, batch.records)
      }
    })
  }

  /** Stores everything that was read: in practice a replay never waits until retention removes its generation. */
  async function settle(): Promise<void> {
    world.crashAfter = Number.POSITIVE_INFINITY
    await put(0, [])
    await work(0, (copy) => copy.flush())
    expect(uncommitted).toEqual([])
  }

  async function lead(ticks: number): Promise<void> {
    for (let turn = 0, leader = world.leader(); turn < ticks; turn++) {
      try {
        await leader.tick()
      } catch (error) {
        if (!(error instanceof Crash)) throw error
        leader = world.leader()
      }
    }
  }

  return {
    sent,
    settle,
    lead,
    async run(command: Command): Promise<void> {
      if (command.kind === 'roll-over') world.rollOver()
      else if (command.kind === 'begin') world.begin()
      else if (command.kind === 'roll-over-within') world.sealAfter = command.after
      else if (command.kind === 'crash-within') world.crashAfter = command.after
      else if (command.kind === 'restart') copies[command.copy] = aCopy()
      else if (command.kind === 'quiet') await work(command.copy, (copy) => copy.flush())
      else if (command.kind === 'days') {
        await settle()
        world.passDays(command.days)
        world.leaderEndsIn = command.endsIn
        await lead(command.ticks)
      } else {
        const batch = command.parts.flatMap(({ stream, count, gap, back }) => {
          const at = next[stream] as number
          const first = back === 0 ? at + gap : Math.max(0, at - back)
          next[stream] = Math.max(at, first + count)
          return events(stream, first, count)
        })
        for (const each of batch) sent.set(each.id, each)
        await put(command.copy, batch)
      }
    },
  }
}

/** Events of a deleted generation were stored there, or arrived after its removal. */
function checkEvents(world: World, { sent }: ReturnType<typeof createRun>): void {
  const stored = new Set(world.stored())
  for (const [name, times] of world.created) expect([name, times]).toEqual([name, 1])
  for (const [id, document] of sent) {
    if (!world.created.has(id)) expect([id, world.expired.has(id)]).toEqual([id, true])
    if (stored.has(id)) for (const name of namesOf([document])) expect([name, stored.has(name)]).toEqual([name, true])
  }
  expect(world.misplaced()).toEqual([])
}

function checkNothingLeftOver(world: World): void {
  const removed = world.generations.filter((each) => each.isRemoved)
  for (const generation of removed) expect([generation.number, generation.isDeleted]).toEqual([generation.number, true])
  expect(world.generations.filter((each) => each.isSealed && world.isPastRetention(each) && !each.isRemoved)).toEqual(
    [],
  )
  const existing = new Set(world.generations.filter((each) => !each.isRemoved).map(({ number }) => number))
  expect([...world.documents.keys()].filter((number) => !existing.has(number))).toEqual([])
  expect(world.places.filter(({ generation }) => !existing.has(generation))).toEqual([])
  const oldest = removed.at(-1)?.openedAt.getTime() ?? 0
  expect(world.ledger.filter(({ changedAt }) => changedAt < oldest)).toEqual([])
}

/** Runs all commands, checks the invariants, and returns the steps at which the leader was interrupted. */
async function runAll(list: readonly Command[]): Promise<string[]> {
  const world = new World()
  const run = createRun(world)
  for (const command of list) await run.run(command)
  await run.settle()
  world.leaderEndsIn = Number.POSITIVE_INFINITY
  await run.lead(world.generations.length + 2)
  checkEvents(world, run)
  checkNothingLeftOver(world)
  return world.interruptions
}

test('stores each event exactly once under any sequence of sends, resends, crashes, roll-overs, removals and restarts', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (list) => {
      await runAll(list)
    }),
    { numRuns: 200 },
  )
}, 120_000)

test('500 interruptions over all steps of roll-over and removal leave nothing behind', async () => {
  const steps = ['create', 'open', 'block', 'seal', 'highest', 'add places', 'move places', 'mark removed', 'delete']
  steps.push('remove places', 'ledger', 'coverage', 'marks', 'mark deleted')
  const send = (stream: number, back: number, copy: number): Command => ({
    kind: 'send',
    parts: [
      { stream, count: 3, gap: 0, back },
      { stream: 4, count: 2, gap: 0, back: 0 },
    ],
    copy,
  })
  const interruptions: string[] = []
  for (let turn = 0; interruptions.length < 500; turn++) {
    // Each day rolls over, and from the third on a generation is past its retention: 14 steps in one round.
    const days = Array.from({ length: 8 }, (_, day): Command[] => [
      send((day % 3) + 1, 0, day % 3),
      { kind: 'days', days: 3, ticks: 4, endsIn: (turn + day * 5) % steps.length },
      send((day % 3) + 1, 4, (day + turn) % 3),
    ])
    interruptions.push(...(await runAll(days.flat())))
  }
  const byStep = Map.groupBy(interruptions, (step) => step)
  const rare = steps.filter((step) => (byStep.get(step)?.length ?? 0) < 10)
  expect(rare).toEqual([])
}, 120_000)
