import { setTimeout as sleep } from 'node:timers/promises'
import { isStoreRetryable } from '@watchpost/store'
import type { Chunk } from '../reading/chunk.ts'
import { createPassed } from '../reading/passed.ts'
import type { ReadingPlace } from '../reading/stretches.ts'
import type { CoverageHour } from './coverage-hours.ts'
import { coveragePiece } from './coverage-piece.ts'

export interface CoveragePorts {
  /** The coverage statements of the last hours. They may be a few seconds old. */
  hours(): Promise<readonly CoverageHour[]>
  /** The hostname under which receivers know the appliance. */
  hostname: string
  lookMs?: number
}

const LOOK_MS = 5_000

/**
 * Coverage statements of the last hours, for an export that includes them: all of them first, then each one that
 * changes. There is no cursor: a new connection starts again with all of them, so that a receiver never keeps an
 * outdated statement. While the database is unreachable, it waits.
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

/** The parts of a statement that count as a change. Growing counts do not: they would flood the receiver. */
function contentOf({ state, causes }: CoverageHour): string {
  return [state, ...causes.map(({ cause, isOpen }) => `${cause} ${isOpen}`)].join()
}
