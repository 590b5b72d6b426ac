import type { Backlog } from '@watchpost/log'
import type { KnownProbe } from './identity/known-probe.ts'
import { Refusal, type RefusalCode } from './refusal.ts'

export interface Pressure {
  backlog: Backlog | undefined
  /** Set by another service when storage has no room for more. */
  hold: { detail: string } | undefined
  pendingBytes: number
}

export interface AdmissionLimits {
  backlogLimit: number
  minFreeBytes: number
  maxPendingBytes: number
}

/**
 * Decides whether another batch may come in. Refusing is safe: a probe keeps what was not acknowledged. Accepting more
 * than the log can retain until it is read is not safe.
 */
export function admit(
  { backlog, hold, pendingBytes }: Pressure,
  limits: AdmissionLimits,
): { code: RefusalCode; detail: string; retryAfterSeconds: number } | 'admitted' {
  if (pendingBytes > limits.maxPendingBytes) {
    return { code: 'busy', detail: 'The log is slower than the probes.', retryAfterSeconds: 1 }
  }
  if (hold) return { code: 'engine-disk-full', detail: hold.detail, retryAfterSeconds: 10 }
  if (!backlog) return 'admitted'
  if (backlog.bytesShare >= limits.backlogLimit || backlog.isOld) {
    const detail = `${backlog.records} events wait to be indexed, near to what the log keeps.`
    return { code: 'backlog', detail, retryAfterSeconds: 10 }
  }
  if (backlog.freeBytes < limits.minFreeBytes) {
    const detail = `A broker has ${Math.floor(backlog.freeBytes / 1024 ** 2)} MiB of disk left.`
    return { code: 'log-disk-full', detail, retryAfterSeconds: 30 }
  }
  return 'admitted'
}

/**
 * Refuses events of a paused probe. The probe keeps its events; it can still report its health and renew its
 * certificate.
 */
export function admitProbe({ id, paused }: Pick<KnownProbe, 'id' | 'paused'>): void {
  if (paused) throw new Refusal('probe-paused', `An administrator paused probe ${id}.`, { retryAfterSeconds: 30 })
}
