import { createBackOff, errorCode, errorText, type Logger } from '@watchpost/runtime'
import { createBell } from '../disk/bell.ts'
import type { Clock } from '../disk/clock.ts'
import type { Trouble } from '../send/trouble.ts'
import type { FileGateway } from '../send/file-answers.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { type PrunableFile, type PruneLimits, toPrune } from './prune.ts'
import { createSettledFiles } from './settled-files.ts'
import { createStoredNotice } from './stored-notice.ts'
import { uploadFile, type UploadPorts } from './upload-file.ts'

export interface FileDeliveryPorts extends Omit<UploadPorts, 'store' | 'gateway'> {
  store: FileStore
  gateway: FileGateway
  clock: Clock
  random: () => number
  logger: Logger
}

/** What the health report says about files. */
export interface FileFigures {
  /** Not uploaded yet, at the last look. */
  waiting: number
  waiting_bytes: number
  /** Since the agent started. */
  uploaded: number
  refused: number
  /** Removed from a full store before they were uploaded. */
  given_up: number
}

/** Looks through the whole store this often. What Suricata announces in between is uploaded at once. */
const LOOK_MS = 60_000
const ANNOUNCED_AT_ONCE = 100
/** Before an appliance that takes no files is asked again. */
const REFUSED_PAUSE_MS = 300_000
/** More files than are listed here are not pruned in this look, but in the next ones. */
const MOST_LISTED = 100_000
const backOffMs = createBackOff({ firstMs: 1_000, mostMs: 60_000 })

/**
 * Uploads what Suricata stores, each content once, and removes uploaded files. Suricata's file store is the queue, so
 * nothing is lost with the agent.
 */
export function createFileDelivery(ports: FileDeliveryPorts, limits: PruneLimits) {
  const { store, gateway, clock, random, logger } = ports
  const bell = createBell()
  const notice = createStoredNotice(bell.ring)
  const settled = createSettledFiles()
  const figures: FileFigures = { waiting: 0, waiting_bytes: 0, uploaded: 0, refused: 0, given_up: 0 }
  /** Of one piece: uploads run one after the other. A new one for each would leave megabytes to the collector. */
  let memory = Buffer.alloc(0)
  let canRemove = true
  let failures = 0

  /** Announces and uploads these files. Returns the trouble that ended it early. */
  async function deliver(files: readonly StoredFile[], stop: AbortSignal): Promise<Trouble | undefined> {
    const announced = await gateway.announce(files)
    if ('kind' in announced) return announced
    if (memory.length !== announced.pieceBytes) memory = Buffer.allocUnsafeSlow(announced.pieceBytes)
    const byHash = new Map(files.map((file) => [file.sha256, file]))
    for (const answer of announced.files) {
      const file = byHash.get(answer.sha256)
      if (!file || stop.aborted) continue
      const outcome =
        answer.state === 'uploading'
          ? await uploadFile({ ...ports, store, gateway }, { file, nextPiece: answer.nextPiece, memory }, stop)
          : answer.state
      if (typeof outcome === 'object') return outcome
      failures = 0
      if (outcome === 'later') continue
      settled.add(file.sha256)
      if (outcome === 'refused') {
        figures.refused += 1
        logger.warn({ sha256: file.sha256, size: file.size }, 'the appliance does not take a file')
      } else if (answer.state === 'uploading') figures.uploaded += 1
    }
    return undefined
  }

  async function deliverAll(files: readonly StoredFile[], stop: AbortSignal): Promise<Trouble | undefined> {
    const open = files.filter(({ sha256 }) => !settled.has(sha256))
    for (let at = 0; at < open.length && !stop.aborted; at += ANNOUNCED_AT_ONCE) {
      const trouble = await deliver(open.slice(at, at + ANNOUNCED_AT_ONCE), stop)
      if (trouble) return trouble
    }
    return undefined
  }

  async function deliverNoticed(stop: AbortSignal): Promise<Trouble | undefined> {
    const found: StoredFile[] = []
    for (const sha256 of notice.take()) {
      const file = await store.find(sha256)
      if (file === 'absent') notice.again(sha256)
      else found.push(file)
    }
    return deliverAll(found, stop)
  }

  /** Looks through the whole store: uploads what is new, and prunes. */
  async function look(stop: AbortSignal): Promise<Trouble | undefined> {
    const listed: PrunableFile[] = []
    let trouble: Trouble | undefined
    for await (const files of store.list()) {
      trouble ??= await deliverAll(files, stop)
      if (stop.aborted) return trouble
      if (listed.length >= MOST_LISTED) continue
      listed.push(...files.map((file) => ({ ...file, isSettled: settled.has(file.sha256) })))
    }
    const waiting = listed.filter(({ isSettled }) => !isSettled)
    figures.waiting = waiting.length
    figures.waiting_bytes = waiting.reduce((sum, { size }) => sum + size, 0)
    await prune(listed)
    return trouble
  }

  async function prune(listed: readonly PrunableFile[]): Promise<void> {
    for (const { sha256, isSettled } of toPrune(listed, limits, clock.now())) {
      try {
        await store.remove(sha256)
      } catch (error) {
        if (!['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) throw error
        if (canRemove) logger.error({ err: error }, 'cannot remove uploaded files: give the agent write access to them')
        canRemove = false
        return
      }
      settled.forget(sha256)
      if (isSettled) continue
      figures.given_up += 1
      logger.error({ sha256 }, 'the file store is full: a file was removed before it was uploaded')
    }
  }

  async function pauseAfter(trouble: Trouble, stop: AbortSignal): Promise<void> {
    if (trouble.kind === 'held') return clock.sleep(trouble.afterMs * (1 + 0.2 * random()), stop)
    failures += 1
    logger.warn({ ...trouble, failures }, 'cannot upload files, they are kept')
    await clock.sleep(trouble.kind === 'refused' ? REFUSED_PAUSE_MS : backOffMs(failures, random()), stop)
  }

  return {
    /** Called with every line that is read. */
    see: notice.see,
    figures: (): FileFigures => ({ ...figures }),
    async run(stop: AbortSignal): Promise<void> {
      let lookAt = 0
      while (!stop.aborted) {
        const isDue = clock.now() >= lookAt
        const trouble = await (isDue ? look(stop) : deliverNoticed(stop)).catch(
          // Events must go on, whatever is wrong with the file store.
          (error: unknown): Trouble => ({ kind: 'lost', reason: errorText(error) }),
        )
        if (trouble) {
          await pauseAfter(trouble, stop)
          // What was noticed in the meantime, and what failed, is found in the store.
          lookAt = 0
          continue
        }
        if (isDue) lookAt = clock.now() + LOOK_MS
        await restUntil(lookAt, stop)
      }
    },
  }

  /** Waits for the next look or the next notice. */
  async function restUntil(lookAt: number, stop: AbortSignal): Promise<void> {
    const wait = notice.isEmpty() ? lookAt - clock.now() : notice.waitMs()
    const woken = new AbortController()
    const either = AbortSignal.any([stop, woken.signal])
    await Promise.race([bell.rung(either), clock.sleep(Math.max(0, wait), either)])
    woken.abort()
  }
}
export type FileDelivery = ReturnType<typeof createFileDelivery>
