import { setTimeout as sleep } from 'node:timers/promises'
import { isStoreRetryable } from '@watchpost/store'
import type { Chunk } from '../reading/chunk.ts'
import { createPassed } from '../reading/passed.ts'
import type { ReadingPlace } from '../reading/stretches.ts'
import type { CoverageHour } from './coverage-hours.ts'
import { coveragePiece } from './coverage-piece.ts'

export interface CoveragePorts {
  /** The statements of the last hours, as of a moment ago. */
  hours(): Promise<readonly CoverageHour[]>
  /** By which receivers know the appliance. */
  hostname: string
  lookMs?: number
}

const LOOK_MS = 5_000

/**
 * The statements of the last hours for an export that names them: all of them at first, then each that changes. It has no
 * position: with the next connection it begins again with all of them, so that a receiver never keeps an old statement.
 * While the store is away it waits.
 */
export async function* coverageChanges(
  { hours, hostname, lookMs = LOOK_MS }: CoveragePorts,
  place: Pick<ReadingPlace, 'isCoverageWanted'>,
  stop: AbortSignal,
): AsyncGenerator<Chunk> {
  let told = new Map<number, string>()
  while (!stop.aborted) {
    const stated = place.isCoverageWanted() ? await read(hours) : []
    if (!place.isCoverageWanted()) told.clear()
    const changed = stated.filter((each) => told.get(each.hour.getTime()) !== contentOf(each))
    if (changed.length > 0) {
      yield {
        before: new Map(),
        after: new Map(),
        pieces: changed.map((each) => coveragePiece(each, hostname)),
        passed: createPassed(),
        bytes: 0,
      }
      told = new Map(stated.map((each) => [each.hour.getTime(), contentOf(each)]))
    }
    await sleep(lookMs, undefined, { signal: stop }).catch(() => undefined)
  }
}

async function read(hours: CoveragePorts['hours']): Promise<readonly CoverageHour[]> {
  try {
    return await hours()
  } catch (error) {
    if (!isStoreRetryable(error)) throw error
    return []
  }
}

/** What makes a statement another one. Counts that grow do not: they would fill the log of a receiver. */
function contentOf({ state, causes }: CoverageHour): string {
  return [state, ...causes.map(({ cause, isOpen }) => `${cause} ${isOpen}`)].join()
}
