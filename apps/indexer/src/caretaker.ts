import type { Logger } from '@watchpost/runtime'
import type { Generation, StreamPlace } from '@watchpost/store'

export interface CaretakerPorts {
  engine: {
    create(generation: { number: number; day: string }): Promise<void>
    /** Adds what generations created by an earlier version lack. */
    complete(generations: readonly Generation[]): Promise<void>
    seal(generation: Generation): Promise<void>
    /** For each generation, whether searches must query it even if they do not know it yet. */
    setOpen(isOpen: ReadonlyMap<number, boolean>): Promise<void>
    remove(generation: Generation): Promise<void>
    /** `gone`: its indexes were deleted. */
    highestSequences(generation: Generation, streams: readonly string[]): Promise<Map<string, number> | 'gone'>
    /** Size of the primaries of the largest index of this generation, per shard. */
    shardBytes(generation: Generation): Promise<number>
    /** Used share of the disk of the fullest node. */
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
  /** Ledger rows of streams: removed when all of their events are gone. */
  ledger: { removeSilentSince(instant: Date): Promise<void> }
  /** Coverage records: kept as long as there are events. */
  coverage: { removeBefore(instant: Date): Promise<void> }
  /** Status of alerts, as set by analysts: removed with the alerts. */
  marks: { removeBefore(received: Date): Promise<number> }
  /** Tells the gateways to accept no more events while there is no room. */
  holds: { raise(reason: string, detail: string): Promise<void>; lift(reason: string): Promise<void> }
  /** The configured retention. Throws while it cannot be read, so that nothing is removed by guesswork. */
  retention(): Promise<Retention>
  logger: Logger
}

export interface Retention {
  days: number
  /** Share of a disk above which the oldest generations are removed, even within the retention. */
  diskLimit: number
}

const DAY_MS = 24 * 3_600_000
const HOLD = 'engine-disk-full'
/** A search with an older survey of the indexes does not rely on the open alias. */
const OPEN_ALIAS_MS = 3_600_000
/** Events of a generation may have arrived this long before its day: as long as the log keeps unread records. */
const MARGIN_MS = 31 * DAY_MS

/**
 * The work of the leader among the indexers: starts new generations, seals old ones, removes the oldest. Every step may
 * be repeated or interrupted: the next round continues from the state that it finds.
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
    // Create the indexes before the row, so that no indexer learns of a generation without indexes.
    await engine.create({ number, day })
    await generations.open(number, day)
    logger.info({ generation: number, day, reason }, 'generation started')
  }

  async function whyRollOver(current: Generation): Promise<string | undefined> {
    if (current.isRollOverRequested) return 'requested'
    if (current.day < now().toISOString().slice(0, 10)) return 'day'
    return (await engine.shardBytes(current)) >= rollOverBytes ? 'size' : undefined
  }

  /** Block writes first: only when nothing can be written any more is the content final. Then mark it as sealed. */
  async function seal(generation: Generation): Promise<void> {
    await engine.seal(generation)
    await generations.markSealed(generation.number)
    logger.info({ generation: generation.number }, 'generation sealed')
  }

  /**
   * Also covers generations that were open within the last hour: a search may rely on a survey in which they do not
   * exist yet. A generation that was created since this list has the alias from its creation.
   */
  async function keepOpenAlias(all: readonly Generation[]): Promise<void> {
    const isRecent = (next: Generation | undefined) =>
      next === undefined || now().getTime() - next.openedAt.getTime() < OPEN_ALIAS_MS
    await engine.setOpen(new Map(all.map((each, at) => [each.number, !each.isSealed || isRecent(all[at + 1])])))
  }

  async function remove(generation: Generation, next: Generation, reason: string): Promise<void> {
    await leave(generation, next)
    await generations.markRemoved(generation.number)
    logger.info({ generation: generation.number, day: generation.day, reason }, 'generation removed')
    await finishRemoval(generation, next)
  }

  /**
   * Streams whose newest place is in this generation continue in the next one. A later one would be wrong, since the
   * next may hold events of theirs. Without any place, their next event would be taken for a removed one.
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

  /**
   * The generation is marked as removed before it is deleted: nothing is placed in it any more, and the next round
   * completes an interrupted removal.
   */
  async function finishRemoval(generation: Generation, next: Generation | undefined): Promise<void> {
    await engine.remove(generation)
    await places.removeOf(generation.number)
    await ledger.removeSilentSince(generation.openedAt)
    // Its events are gone, so their coverage is no longer known.
    if (next) await coverage.removeBefore(next.openedAt)
    await marks.removeBefore(new Date(Date.parse(generation.day) - MARGIN_MS))
    await generations.markDeleted(generation.number)
    logger.info({ generation: generation.number, day: generation.day }, 'generation deleted')
  }

  function whyRemove(generation: Generation, diskShare: number, { days, diskLimit }: Retention): string | undefined {
    const ageMs = now().getTime() - Date.parse(generation.day)
    // Its day ended at least a day ago, so its last event is older than that.
    if (ageMs < 2 * DAY_MS) return undefined
    if (ageMs > (days + 1) * DAY_MS) return 'age'
    return diskShare > diskLimit ? 'disk' : undefined
  }

  /** Removes one generation per round; the next round sees the effect. Generations that are too young stay. */
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
    /** Runs one round. */
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
      await keepOpenAlias(all)
      for (const [at, each] of all.entries()) {
        if (each.isRemoved && !each.isDeleted) await finishRemoval(each, all[at + 1])
      }
      await makeRoom(all)
    },
  }
}
export type Caretaker = ReturnType<typeof createCaretaker>
