import type { MetricsState } from '@watchpost/contract'
import type { StreamTrouble } from '@watchpost/netdata'

export type StreamState = ReturnType<typeof createStreamState>

/** Tracks the state of the metrics export, for reports. */
export function createStreamState(host: string, now: () => number = Date.now) {
  let status: MetricsState['status'] = 'disabled'
  let since = now()
  let source: string | null = null
  let charts = 0
  let sentValues = 0
  let skipped = 0
  let lastSentAt: number | undefined
  let lastError: { at: number; trouble: StreamTrouble } | undefined

  return {
    become(next: MetricsState['status'], from: string | null = null): void {
      source = from
      if (next !== 'streaming') charts = 0
      if (next === status) return
      status = next
      since = now()
    },
    sent(values: number, present: number): void {
      sentValues += values
      charts = present
      lastSentAt = now()
    },
    skipped(): void {
      skipped += 1
    },
    failed(trouble: StreamTrouble): void {
      lastError = { at: now(), trouble }
    },
    /** For a new target: errors of the previous one no longer matter. */
    forget(): void {
      lastError = undefined
    },
    isStreaming: (): boolean => status === 'streaming',
    isEnabled: (): boolean => status !== 'disabled',

    report(): Omit<MetricsState, 'reported_at'> {
      return {
        status,
        since: new Date(since).toISOString(),
        host,
        source_ip: source,
        charts,
        sent_values: sentValues,
        skipped_samples: skipped,
        last_sent_at: lastSentAt === undefined ? null : new Date(lastSentAt).toISOString(),
        last_error: lastError
          ? {
              at: new Date(lastError.at).toISOString(),
              reason: lastError.trouble.reason,
              message: lastError.trouble.message,
            }
          : null,
        warnings: [],
      }
    },
  }
}
