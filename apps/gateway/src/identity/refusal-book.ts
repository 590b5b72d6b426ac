import { createWatch, type Logger, type Part } from '@watchpost/runtime'
import type { AccessEntry, AuditOrigin } from '@watchpost/store'
import { problems } from '@watchpost/contract'
import type { RefusalCode } from '../refusal.ts'
import { byItself } from './own-origin.ts'

/** Refusals of clients without a valid certificate or code. */
const audited: ReadonlySet<RefusalCode> = new Set([
  'certificate-unknown',
  'certificate-invalid',
  'certificate-superseded',
  'probe-unpaired',
  'enrolment-code-refused',
])

/** One entry a minute: a revoked probe retries every few seconds, and a flood comes ten thousand times a second. */
const EVERY_MS = 60_000
/** Maximum entries per round; the rest is only counted. */
const MOST = 500

/** A request that was refused. */
export interface Refused {
  code: RefusalCode
  address: string
  requestId: string
}

export interface RefusalBook extends Part {
  note(refused: Refused): void
  flush(): Promise<void>
}

/** Audits refused clients: one entry a minute for each reason and IP address, with a count. */
export function createRefusalBook(
  write: (origin: AuditOrigin, entries: readonly AccessEntry[], lost: number) => Promise<void>,
  logger: Pick<Logger, 'info' | 'warn'>,
  now: () => number = Date.now,
): RefusalBook {
  const entries = new Map<string, { first: AccessEntry; count: number }>()
  let lost = 0

  async function flush(): Promise<void> {
    if (entries.size === 0 && lost === 0) return
    const told = [...entries]
    const toldLost = lost
    // Clear before writing: refusals that arrive during the write belong to the next round.
    entries.clear()
    lost = 0
    try {
      await write(
        byItself,
        told.map(([, { first, count }]) => ({
          ...first,
          detail: count === 1 ? first.detail : `${first.detail}, ${count} times`,
        })),
        toldLost,
      )
    } catch (error) {
      for (const [key, { first, count }] of told)
        entries.set(key, { first, count: count + (entries.get(key)?.count ?? 0) })
      lost += toldLost
      throw error
    }
  }

  const watch = createWatch('refusals', flush, logger, { everyMs: EVERY_MS })
  return {
    name: watch.name,
    start: watch.start,
    async stop() {
      watch.stop()
      await flush().catch((error: unknown) => logger.warn({ err: error }, 'cannot audit refusals on shutdown'))
    },
    note({ code, address, requestId }) {
      if (!audited.has(code)) return
      const key = `${code} ${address}`
      const known = entries.get(key)
      if (known) known.count++
      else if (entries.size >= MOST) lost++
      else entries.set(key, { first: entryOf({ code, address, requestId }, now()), count: 1 })
    },
    flush,
  }
}

function entryOf({ code, address, requestId }: Refused, at: number): AccessEntry {
  return {
    at,
    accountId: null,
    username: '',
    via: 'none',
    credentialPrefix: null,
    address,
    requestId,
    action: code === 'enrolment-code-refused' ? 'probe.enrol' : 'probe.connect',
    object: 'gateway',
    result: 'refused',
    status: problems[code].status,
    detail: code,
  }
}
