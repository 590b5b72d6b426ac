import type { Logger } from '@watchpost/runtime'
import type { Clock } from './clock.ts'
import { type Disk, isDiskFull } from './disk.ts'

const PAUSES_MS = [200, 1_000, 5_000, 15_000]

/**
 * A disk that waits while it has no space: writers wait with it, and the EVE file keeps the unread lines. Throws the
 * error only when the agent is told to stop.
 */
export function createPatientDisk(disk: Disk, { clock, logger }: { clock: Clock; logger: Logger }, stop: AbortSignal) {
  let waiting = 0

  async function patiently<T>(run: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await run()
      } catch (error) {
        if (!isDiskFull(error) || stop.aborted) throw error
        logger.error({ err: error }, 'the disk accepts no writes, waiting')
        waiting += 1
        await clock.sleep(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? 0, stop)
        waiting -= 1
      }
    }
  }

  const patient: Disk = {
    create: (path, parts) => patiently(() => disk.create(path, parts)),
    replace: (path, data, mode) => patiently(() => disk.replace(path, data, mode)),
    rename: (from, to) => patiently(() => disk.rename(from, to)),
    remove: (path) => patiently(() => disk.remove(path)),
    link: (from, to) => patiently(() => disk.link(from, to)),
  }
  return { ...patient, isWaiting: () => waiting > 0 }
}
