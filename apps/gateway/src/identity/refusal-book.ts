import { createWatch, type Logger, type Part } from '@watchpost/runtime'
import type { AccessEntry, AuditOrigin } from '@watchpost/store'
import { problems } from '@watchpost/contract'
import type { RefusalCode } from '../refusal.ts'
import { byItself } from './own-origin.ts'

/** Who is turned away with one of these came with no certificate, or no code, that opens anything. */
const audited: ReadonlySet<RefusalCode> = new Set([
  'certificate-unknown',
  'certificate-invalid',
  'certificate-superseded',
  'probe-unpaired',
  'enrolment-code-refused',
])

/** A probe that was revoked comes back every few seconds, and a flood ten thousand times a second: one entry a minute. */
const EVERY_MS = 60_000
/** Most entries of a round; what is beyond is counted with them. */
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

/** Writes into the audit who was turned away: for each reason and address one entry a minute, with how often. */
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
    // Those that come in the meantime are counted with the next ones.
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
      await flush().catch((error: unknown) => logger.warn({ err: error }, 'refusals not audited at the end'))
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
