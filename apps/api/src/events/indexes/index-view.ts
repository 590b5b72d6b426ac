import { setTimeout as sleep } from 'node:timers/promises'
import type { IndexState, IndexTimes, SampleWish, TimeSpan } from '@watchpost/engine'
import { families as allFamilies, type Family } from '@watchpost/model'
import { type CostInputs, createTimeline, type TimeRange } from '@watchpost/query-guard'
import type { Logger, Part } from '@watchpost/runtime'
import { type Choice, chooseIndexes, type KnownIndex } from './choose-indexes.ts'
import { generationBegin } from './generation-begin.ts'
import { indexProfiles } from './index-profile.ts'
import { createJoinedSamples } from './joined-samples.ts'
import { createTimeProfiles } from './time-profiles.ts'

export interface IndexViewPorts {
  survey: {
    list(): Promise<IndexState[]>
    openIndexes(): Promise<ReadonlySet<string>>
    timesOf(index: string): Promise<IndexTimes | 'gone'>
    profileOf(index: string): Promise<TimeSpan[] | 'gone'>
    sampleOf(index: string, wish: SampleWish): Promise<unknown[] | 'gone'>
    processors(): Promise<number>
  }
  /**
   * An index that is recorded as sealed never changes again; a block in the engine alone may still be taking effect.
   */
  generations: { list(): Promise<{ number: number; isSealed: boolean; openedAt?: Date }[]> }
  logger: Logger
  now?(): number
}

const refreshMs = 10_000
/** Far less than the time for which a sealed generation keeps the open alias. */
const recentMs = 5 * 60_000
const maxChoices = 1_000

export type IndexView = ReturnType<typeof createIndexView>

/**
 * Which indexes exist and what they contain, as of a few seconds ago. A stale view is never wrong: what it knows about
 * sealed indexes is permanent, and it skips nothing else. Without a view everything is searched.
 */
export function createIndexView({ survey, generations, logger, now = Date.now }: IndexViewPorts, prefix: string) {
  const sealedTimes = new Map<string, IndexTimes>()
  const end = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: end.signal, ref: false }).catch(() => undefined)
  const profiles = createTimeProfiles({ profileOf: survey.profileOf, sampleOf: survey.sampleOf, pause, now })
  const samples = createJoinedSamples(profiles)
  let known: KnownIndex[] = []
  let cores: number | undefined
  let surveyedAt = -Infinity
  let isFailing = false
  let isUnread = false
  /** Choices computed since the last survey. */
  const choices = new Map<string, Choice>()
  const inputs = new Map<string, CostInputs>()

  /** Read once in the life of a sealed index. */
  async function timesOf(
    { name, uuid, generation }: IndexState,
    sealed: ReadonlySet<number>,
  ): Promise<KnownIndex['times']> {
    if (!sealed.has(generation.number)) return 'open'
    if (sealedTimes.has(uuid)) return sealedTimes.get(uuid)
    const times = await survey.timesOf(name)
    if (times === 'gone') return 'open'
    sealedTimes.set(uuid, times)
    return times
  }

  async function refresh(): Promise<void> {
    // List the sealed generations before the survey: an index that is sealed in between then counts as open once more.
    const listed = await generations.list()
    const sealed = new Set(listed.filter((each) => each.isSealed).map(({ number }) => number))
    const openedAt = new Map(listed.map((each) => [each.number, each.openedAt]))
    const startedAt = now()
    const [indexes, open] = [await survey.list(), await survey.openIndexes()]
    const seen: KnownIndex[] = []
    for (const index of indexes) {
      const { name, uuid, generation, shards, documents = 0 } = index
      const family = allFamilies.find((each) => each === index.family)
      if (!family) continue
      const begunAt = generationBegin(generation.day, openedAt.get(generation.number))
      const times = await timesOf(index, sealed)
      const own = { name, uuid, family, number: generation.number, begunAt, shards, documents }
      seen.push({ ...own, times, hasOpenAlias: open.has(name) })
    }
    cores ??= await survey.processors()
    known = seen
    surveyedAt = startedAt
    choices.clear()
    inputs.clear()
    const living = new Set(indexes.map(({ uuid }) => uuid))
    for (const uuid of sealedTimes.keys()) if (!living.has(uuid)) sealedTimes.delete(uuid)
  }

  async function look(): Promise<void> {
    try {
      await refresh()
      if (isFailing) logger.info('indexes surveyed again')
      isFailing = false
    } catch (error) {
      // Searches continue with the old view. Log once: the outage itself is reported elsewhere.
      if (!isFailing) logger.warn({ err: error }, 'indexes could not be surveyed')
      isFailing = true
    }
  }

  /** Reads the times of the documents. Many indexes take a while at first; until then each counts as a whole. */
  async function readTimes(): Promise<void> {
    await profiles.read(known, () => end.signal.aborted)
    inputs.clear()
  }

  async function lookAtTimes(): Promise<void> {
    try {
      await readTimes()
      if (isUnread) logger.info('times of events read again')
      isUnread = false
    } catch (error) {
      if (!isUnread) logger.warn({ err: error }, 'times of events could not be read')
      isUnread = true
    }
  }

  async function watch(): Promise<void> {
    while (!end.signal.aborted) {
      await look()
      void lookAtTimes()
      await pause(refreshMs)
    }
  }

  return {
    name: 'index view',
    /** Does not wait for the first survey: a search before it reads everything. */
    start: () => void watch(),
    stop: () => end.abort(),
    refresh,
    readTimes,

    /** The indexes that can contain a hit in this range. */
    choose(families: readonly Family[], range: TimeRange): Choice {
      const hour = (time: number | undefined) => (time === undefined ? '' : Math.floor(time / 3_600_000))
      const isRecent = now() - surveyedAt < recentMs
      const key = `${families.join()} ${hour(range.from)} ${hour(range.to)} ${isRecent}`
      const found = choices.get(key)
      if (found) return found
      if (choices.size >= maxChoices) choices.clear()
      const choice = chooseIndexes(prefix, families, known, wholeHours(range), isRecent)
      choices.set(key, choice)
      return choice
    },

    /** The inputs of a cost estimate; undefined before the first survey. */
    costInputs(families: readonly Family[]): CostInputs | undefined {
      const key = families.join()
      const found = inputs.get(key)
      if (found || cores === undefined) return found
      const own = known.filter(({ family }) => families.includes(family))
      const made: CostInputs = {
        documents: own.reduce((sum, each) => sum + each.documents, 0),
        shards: own.reduce((sum, each) => sum + each.shards, 0),
        cores,
        ...(own.length > 0 && {
          // For times other than that of the event, for example the arrival.
          oldest: Math.min(...own.map(({ begunAt }) => begunAt)),
          timeline: createTimeline(indexProfiles(own, profiles.of)),
          sample: samples.of(key, own),
        }),
      }
      inputs.set(key, made)
      return made
    },
  } satisfies Part & Record<string, unknown>
}

/** Widens to whole hours, so that one choice serves all searches of "the last 24 hours" for a while. */
function wholeHours({ from, to }: TimeRange): TimeRange {
  const hourMs = 3_600_000
  return {
    from: from === undefined ? undefined : Math.floor(from / hourMs) * hourMs,
    to: to === undefined ? undefined : (Math.floor(to / hourMs) + 1) * hourMs,
  }
}
