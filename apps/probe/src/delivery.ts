import type { Logger } from '@watchpost/runtime'
import { createBell } from './disk/bell.ts'
import type { Clock } from './disk/clock.ts'
import type { Disk } from './disk/disk.ts'
import { createFollower } from './follow/follower.ts'
import { openFileQueue } from './follow/open-file-queue.ts'
import { openLosses } from './health/losses.ts'
import type { BatchLimits } from './read/gather.ts'
import { bodyAgain, digestAhead } from './read/read-again.ts'
import { runReadLoop } from './read/read-loop.ts'
import { runSendLoop, type SendPorts } from './send/send-loop.ts'
import { settle, type SettlePorts } from './send/settle.ts'
import type { Batch } from './spool/batch.ts'
import { openSpool } from './spool/open-spool.ts'
import { spoolPaths } from './spool/spool-paths.ts'

export interface DeliveryPorts {
  disk: Disk
  gateway: SendPorts['gateway'] & SettlePorts['gateway']
  state: SendPorts['state']
  /** Called with every line that is read. */
  seen: (line: Buffer) => void
  rest(stop: AbortSignal): Promise<void>
  pace(bytes: number, stop: AbortSignal): Promise<void>
  clock: Clock
  random: () => number
  newStream: () => string
  logger: Logger
}

export interface DeliveryOptions {
  eveFile: string
  spoolFolder: string
  spoolLimitBytes: number
  owner: string
  limits: BatchLimits
  inFlight: number
}

const LOOK_MS = 200

/** Delivers from the EVE file to the gateway: opens the state of the last run and continues from there. */
export async function openDelivery(ports: DeliveryPorts, options: DeliveryOptions) {
  const { disk, gateway, state, clock, random, logger, newStream } = ports
  const { eveFile, spoolLimitBytes: limitBytes, owner, limits, inFlight } = options
  const paths = spoolPaths(options.spoolFolder)
  const spool = await openSpool({ disk, logger, newStream }, { paths, limitBytes, owner })
  const losses = await openLosses({ disk, logger, now: clock.now }, paths.losses)
  const fileQueue = await openFileQueue(
    { disk, losses, logger },
    { eveFile, heldFolder: paths.held, listFile: paths.files },
    spool.position().place.file,
  )
  const comparing = { isDone: false, bell: createBell() }
  const atFirst = spool.figures()
  /** The last time when everything available had been read. */
  let caughtUpAt = spool.position().readAt

  async function settled() {
    const ahead = (lines: number) => digestAhead(fileQueue, spool.position().place, lines)
    const outcome = await settle({ gateway, spool, digestAhead: ahead, logger })
    if (outcome === 'settled') {
      comparing.isDone = true
      comparing.bell.ring()
    }
    return outcome
  }

  async function mend(batch: Batch): Promise<void> {
    const body = await bodyAgain(fileQueue, batch)
    if (body) {
      logger.warn({ serial: batch.serial }, 'read a damaged batch again from its file')
      await spool.mend(batch, body)
    } else {
      await spool.abandon(batch, 'a batch was damaged on disk and its file is gone')
    }
  }

  /**
   * Lines are numbered only after the first comparison with the gateway: a restored older spool would use numbers
   * twice.
   */
  async function read(stop: AbortSignal): Promise<void> {
    while (!comparing.isDone && !stop.aborted) await comparing.bell.rung(stop)
    const follower = createFollower({ fileQueue, losses, seen: ports.seen }, spool.position().place)
    await runReadLoop({ follower, spool, rest: ports.rest, clock }, limits, stop)
  }

  /** Holds rotated files, and releases acknowledged ones. */
  async function look(stop: AbortSignal): Promise<void> {
    let released = 0
    while (!stop.aborted) {
      await fileQueue.refresh()
      const needed = spool.waiting()[0]?.from.file ?? spool.position().place.file
      if (needed > released) {
        await spool.note()
        await fileQueue.release(needed)
        released = needed
      }
      await clock.sleep(LOOK_MS, stop)
    }
  }

  return {
    spool,
    losses,
    /** Ends when `stop` aborts and all requests in flight are done. If one loop fails, all of them end. */
    async run(stop: AbortSignal): Promise<void> {
      const failed = new AbortController()
      const either = AbortSignal.any([stop, failed.signal])
      const send = { spool, gateway, settle: settled, mend, pace: ports.pace, state, clock, random, logger }
      const loops = [look(either), read(either), runSendLoop(send, inFlight, either)]
      const ends = await Promise.allSettled(
        loops.map((loop) =>
          loop.catch((error: Error) => {
            failed.abort()
            throw error
          }),
        ),
      )
      const broken = ends.find((end) => end.status === 'rejected')
      if (broken) throw broken.reason
    },
    async figures() {
      const place = spool.position().place
      const files = await fileQueue.figures(place)
      const own = spool.figures()
      if (files.unreadBytes === 0) caughtUpAt = clock.now()
      const oldest = Math.min(own.oldestReadAt ?? Infinity, caughtUpAt)
      return {
        ...files,
        ...own,
        // Counts since the start of this run.
        read: own.read - atFirst.read,
        acknowledged: own.acknowledged - atFirst.acknowledged,
        lagMs: Math.max(0, clock.now() - oldest),
        isFull: spool.isFull(),
      }
    },
    async close(): Promise<void> {
      try {
        await spool.close()
        await losses.flushed()
      } finally {
        await fileQueue.close()
      }
    },
  }
}
export type Delivery = Awaited<ReturnType<typeof openDelivery>>
