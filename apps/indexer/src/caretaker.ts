import type { Logger } from '@watchpost/runtime'
import type { Generation, StreamPlace } from '@watchpost/store'

export interface CaretakerPorts {
  engine: {
    create(generation: { number: number; day: string }): Promise<void>
    /** Adds what these lack that were made by an earlier version. */
    complete(generations: readonly Generation[]): Promise<void>
    seal(generation: Generation): Promise<void>
    remove(generation: Generation): Promise<void>
    /** `gone`: its indexes were deleted. */
    highestSequences(generation: Generation, streams: readonly string[]): Promise<Map<string, number> | 'gone'>
    /** Size of the primaries of the largest index of this generation, per shard. */
    shardBytes(generation: Generation): Promise<number>
    /** Share of the fullest node's disk that is taken. */
    diskShare(): Promise<number>
  }
  generations: {
    list(): Promise<Generation[]>
    open(number: number, day: string): Promise<void>
    markSealed(number: number): Promise<void>
    markRemoved(number: number): Promise<void>
    markDeleted(number: number): Promise<void>
  }
  places: {
    endingIn(generation: number): Promise<StreamPlace[]>
    add(places: readonly StreamPlace[]): Promise<void>
    move(places: readonly StreamPlace[], generation: number): Promise<void>
    removeOf(generation: number): Promise<void>
  }
  /** The accounts of streams: they go when all that they tell of is gone. */
  ledger: { removeSilentSince(instant: Date): Promise<void> }
  /** What was covered: it is known as long as there are events. */
  coverage: { removeBefore(instant: Date): Promise<void> }
  /** What analysts said of alerts: it goes with them. */
  marks: { removeBefore(received: Date): Promise<number> }
  /** Asks the gateways to take no more while there is no room. */
  holds: { raise(reason: string, detail: string): Promise<void>; lift(reason: string): Promise<void> }
  /** How long events are kept, as operators set it. Throws while that is not known: nothing is removed on a guess. */
  retention(): Promise<Retention>
  logger: Logger
}

export interface Retention {
  days: number
  /** Share of a disk above which the oldest go, whatever their age. */
  diskLimit: number
}

const DAY_MS = 24 * 3_600_000
const HOLD = 'engine-disk-full'
/** Events of a generation may have arrived so long before its day: as long as the log keeps what no one has read. */
const MARGIN_MS = 31 * DAY_MS

/**
 * What the leader among the indexers does: begins new generations, seals old ones, removes the oldest. Every step may
 * be repeated or cut off anywhere: the next look goes on from what it finds.
 */
export function createCaretaker(
  ports: CaretakerPorts,
  { rollOverBytes }: { rollOverBytes: number },
  now: () => Date = () => new Date(),
) {
  const { engine, generations, places, ledger, coverage, marks, holds, retention, logger } = ports
  let isHolding = true
  let isComplete = false

  async function begin(number: number, reason: string): Promise<void> {
    const day = now().toISOString().slice(0, 10)
    // The indexes exist before anybody can hear of them.
    await engine.create({ number, day })
    await generations.open(number, day)
    logger.info({ generation: number, day, reason }, 'generation begun')
  }

  async function whyRollOver(current: Generation): Promise<string | undefined> {
    if (current.isRollOverRequested) return 'requested'
    if (current.day < now().toISOString().slice(0, 10)) return 'day'
    return (await engine.shardBytes(current)) >= rollOverBytes ? 'size' : undefined
  }

  /** No one can write to it afterwards, which is what makes its contents an answer; only then is it called sealed. */
  async function seal(generation: Generation): Promise<void> {
    await engine.seal(generation)
    await generations.markSealed(generation.number)
    logger.info({ generation: generation.number }, 'generation sealed')
  }

  async function remove(generation: Generation, next: Generation, reason: string): Promise<void> {
    await leave(generation, next)
    await generations.markRemoved(generation.number)
    logger.info({ generation: generation.number, day: generation.day, reason }, 'generation removed')
    await finishRemoval(generation, next)
  }

  /**
   * Streams whose newest place is in it go on in the next generation: not later, since that one may hold events of
   * theirs, and not nowhere, since their next event would then be taken for one of the removed.
   */
  async function leave(generation: Generation, next: Generation): Promise<void> {
    const quiet = await places.endingIn(generation.number)
    const names = quiet.map(({ stream }) => stream)
    const highest = await engine.highestSequences(generation, names)
    // Indexes that were deleted by hand hold nothing.
    const lastOf = ({ stream }: StreamPlace) => (highest === 'gone' ? -1 : (highest.get(stream) ?? -1))
    const isHeld = (place: StreamPlace) => lastOf(place) >= place.firstSequence
    await places.add(
      quiet.filter(isHeld).map((place) => ({ ...place, firstSequence: lastOf(place) + 1, generation: next.number })),
    )
    await places.move(
      quiet.filter((place) => !isHeld(place)),
      next.number,
    )
  }

  /** Marked first and deleted then: nothing is placed in it any more, and an interruption is completed at the next look. */
  async function finishRemoval(generation: Generation, next: Generation | undefined): Promise<void> {
    await engine.remove(generation)
    await places.removeOf(generation.number)
    await ledger.removeSilentSince(generation.openedAt)
    // Its events are gone: of their time nothing can be said any more.
    if (next) await coverage.removeBefore(next.openedAt)
    await marks.removeBefore(new Date(Date.parse(generation.day) - MARGIN_MS))
    await generations.markDeleted(generation.number)
    logger.info({ generation: generation.number, day: generation.day }, 'generation deleted')
  }

  function whyRemove(generation: Generation, diskShare: number, { days, diskLimit }: Retention): string | undefined {
    const ageMs = now().getTime() - Date.parse(generation.day)
    // Its day is over for a day at least: the last thing it took is older than that.
    if (ageMs < 2 * DAY_MS) return undefined
    if (ageMs > (days + 1) * DAY_MS) return 'age'
    return diskShare > diskLimit ? 'disk' : undefined
  }

  /** Removes one generation at a time: the next look sees what that gained. What is too young to go, stays. */
  async function makeRoom(all: readonly Generation[]): Promise<void> {
    const [limits, diskShare] = [await retention(), await engine.diskShare()]
    const [oldest, next] = all.filter((each) => !each.isRemoved)
    const reason = oldest?.isSealed && whyRemove(oldest, diskShare, limits)
    if (oldest && next && reason) return remove(oldest, next, reason)
    if (diskShare > limits.diskLimit) await hold(diskShare, limits.diskLimit)
    else if (isHolding) await release()
  }

  async function hold(diskShare: number, limit: number): Promise<void> {
    const percent = Math.round(diskShare * 100)
    const detail = `The engine's disk is ${percent}% full and nothing on it is old enough to be removed. Add room, or lower the retention.`
    await holds.raise(HOLD, detail)
    if (!isHolding) logger.error({ diskShare, limit }, 'no room left: probes are asked to wait')
    isHolding = true
  }

  async function release(): Promise<void> {
    await holds.lift(HOLD)
    isHolding = false
  }

  return {
    /** One look round. */
    async tick(): Promise<void> {
      const all = await generations.list()
      if (!isComplete) await engine.complete(all.filter((each) => !each.isRemoved))
      isComplete = true
      const newest = all.findLast((each) => !each.isSealed)
      if (!newest) return begin((all.at(-1)?.number ?? 0) + 1, 'first')

      const reason = await whyRollOver(newest)
      if (reason) await begin(newest.number + 1, reason)
      for (const each of all) {
        if (!each.isSealed && (each.number < newest.number || reason)) await seal(each)
      }
      for (const [at, each] of all.entries()) {
        if (each.isRemoved && !each.isDeleted) await finishRemoval(each, all[at + 1])
      }
      await makeRoom(all)
    },
  }
}
export type Caretaker = ReturnType<typeof createCaretaker>
