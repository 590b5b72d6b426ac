import { createWatch, type Logger, type Part } from '@watchpost/runtime'
import type { AuditOrigin, CloneReason, CloneSign, ProbeUse } from '@watchpost/store'
import type { CertifiedProbe } from './known-probe.ts'
import { byItself } from './own-origin.ts'

/** New uses are written with the next round, so that a clone is reported within seconds. */
const EVERY_MS = 2_000
/** Known uses are written once in this interval. */
const REPEATED_MS = 60_000
/** An IP address that was silent for this long counts as new when it returns. */
const FORGOTTEN_MS = 10 * 60_000
/** Limits how many probe rows one statement locks, and for how long. */
const AT_ONCE = 500

export interface UseBookPorts {
  /** Stores uses and returns the probes that seem to be used by two machines. */
  write(uses: readonly ProbeUse[]): Promise<CloneSign[]>
  raise(sign: CloneSign, origin: AuditOrigin): Promise<'raised' | 'known' | 'absent'>
  /** Called when a new alarm was raised. */
  raised(reason: CloneReason): void
  logger: Pick<Logger, 'info' | 'warn' | 'error'>
}

export interface UseBook extends Part {
  /** Notes a request. Cheap: the details of a connection are read once, afterwards only its time is updated. */
  note(connection: object, probe: Pick<CertifiedProbe, 'id' | 'fingerprint'>, address: string): void
  flush(): Promise<void>
}

interface Use {
  fingerprint: Uint8Array
  probeId: number
  address: string
  usedAt: number
  writtenAt: number
}

/**
 * Records from which IP address and with which certificate probes connect, and raises an alarm when two machines share
 * one.
 */
export function createUseBook({ write, raise, raised, logger }: UseBookPorts, now: () => number = Date.now): UseBook {
  const keys = new WeakMap<object, string>()
  const uses = new Map<string, Use>()

  function keyOf(connection: object, fingerprint: Uint8Array, address: string): string {
    const known = keys.get(connection)
    if (known !== undefined) return known
    const key = `${Buffer.from(fingerprint).toString('base64')} ${address}`
    keys.set(connection, key)
    return key
  }

  function due(): Use[] {
    const at = now()
    const found: Use[] = []
    for (const [key, use] of uses) {
      if (use.usedAt > use.writtenAt && use.writtenAt + REPEATED_MS <= at) found.push(use)
      else if (use.usedAt + FORGOTTEN_MS < at) uses.delete(key)
    }
    return found
  }

  async function tell(sign: CloneSign): Promise<void> {
    if ((await raise(sign, byItself)) !== 'raised') return
    const { probeId: probe, reason, networks, certificates } = sign
    raised(reason)
    logger.error({ probe, reason, networks, certificates }, 'probe may be cloned')
  }

  async function flush(): Promise<void> {
    const found = due()
    for (let first = 0; first < found.length; first += AT_ONCE) {
      const some = found.slice(first, first + AT_ONCE)
      const at = now()
      const signs = await write(some.map(({ usedAt, writtenAt: _at, ...use }) => ({ ...use, ageMs: at - usedAt })))
      for (const sign of signs) await tell(sign)
      // Set this only after the write: uses that were not written or not raised stay due.
      for (const use of some) use.writtenAt = at
    }
  }

  const watch = createWatch('uses of certificates', flush, logger, { everyMs: EVERY_MS })
  return {
    name: watch.name,
    start: watch.start,
    async stop() {
      watch.stop()
      await flush().catch((error: unknown) =>
        logger.warn({ err: error }, 'cannot write the uses of certificates on shutdown'),
      )
    },
    note(connection, { id, fingerprint }, address) {
      const key = keyOf(connection, fingerprint, address)
      const use = uses.get(key)
      if (use) use.usedAt = now()
      else uses.set(key, { fingerprint, probeId: id, address, usedAt: now(), writtenAt: -Infinity })
    },
    flush,
  }
}
