import { createWatch, type Logger, type Metrics } from '@watchpost/runtime'
import { sql } from 'kysely'
import type { Store } from './connect-store.ts'

const EVERY_MS = 5_000

export interface ClockWatchOptions {
  logger: Pick<Logger, 'info' | 'warn'>
  metrics: Pick<Metrics, 'gauge'>
  now?(): number
}

/**
 * Compares the clock of this process with that of the database, which decides when sessions and leases end, and reports
 * whether the database answers at all. Half of the round-trip time is subtracted, so that a slow answer does not look
 * like a wrong clock.
 */
export function createClockWatch({ db }: Pick<Store, 'db'>, { logger, metrics, now = Date.now }: ClockWatchOptions) {
  async function offsetSeconds(): Promise<number> {
    const asked = now()
    const { rows } = await sql<{ at: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as at
    `.execute(db)
    const answered = now()
    const at = rows[0]?.at
    if (at === undefined) throw new Error('the database returned no time')
    return ((asked + answered) / 2 - at) / 1_000
  }
  const watch = createWatch('clock of the database', offsetSeconds, logger, { everyMs: EVERY_MS })
  metrics.gauge('store_age_seconds', 'Seconds since PostgreSQL last answered this process.', [], watch.ageSeconds)
  metrics.gauge(
    'clock_offset_seconds',
    'How far the clock of this process is before that of PostgreSQL.',
    [],
    watch.newest,
  )
  return { name: watch.name, start: watch.start, stop: watch.stop }
}
