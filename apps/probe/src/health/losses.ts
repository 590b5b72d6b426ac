import type { Logger } from '@watchpost/runtime'
import { type Disk, readIfThere } from '../disk/disk.ts'
import { isNumber, isText, listOf, objectOf, readState } from '../disk/state-file.ts'
import { createTurns } from '../disk/turns.ts'

/** A possible loss of lines that had no sequence yet, so that no gap in the sequences shows it. */
export interface PossibleLoss {
  at: string
  reason: string
  /** 0 when unknown. */
  bytes: number
}

const MOST = 20
const isLossList = listOf(objectOf<PossibleLoss>({ at: isText, reason: isText, bytes: isNumber }))

/** The newest possible losses, kept across restarts. */
export async function openLosses(
  { disk, logger, now }: { disk: Disk; logger: Logger; now: () => number },
  path: string,
) {
  const inTurn = createTurns()
  let list = readState(await readIfThere(path), isLossList) ?? []
  let saved: Promise<unknown> = Promise.resolve()
  return {
    list: (): readonly PossibleLoss[] => list,
    report(reason: string, bytes: number): void {
      logger.error({ reason, bytes }, 'lines may be lost')
      list = [...list, { at: new Date(now()).toISOString(), reason, bytes }].slice(-MOST)
      saved = inTurn(() => disk.replace(path, JSON.stringify(list))).catch((error: Error) => {
        logger.error({ err: error }, 'cannot store a possible loss')
      })
    },
    flushed: () => saved,
  }
}
export type Losses = Awaited<ReturnType<typeof openLosses>>
