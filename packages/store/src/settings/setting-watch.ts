import { createWatch, type Logger, type Metrics } from '@watchpost/runtime'
import type { VersionedSettings } from './setting-store.ts'

/** Every service sees a change within this time plus one query to the store. */
const EVERY_MS = 1_000

export type SettingWatch<S> = ReturnType<typeof createSettingWatch<S>>

/**
 * Follows the settings: every service sees a change within two seconds. Without the store, the last known settings stay
 * in force and `watchpost_settings_age_seconds` grows.
 */
export function createSettingWatch<S>(
  store: { read(): Promise<VersionedSettings<S>> },
  { logger, metrics }: { logger: Pick<Logger, 'info' | 'warn'>; metrics: Pick<Metrics, 'gauge'> },
) {
  let last: VersionedSettings<S> | undefined
  const watch = createWatch('settings', store.read, logger, {
    everyMs: EVERY_MS,
    onAnswer(answer) {
      if (last && last.version !== answer.version) logger.info({ version: answer.version }, 'settings changed')
      last = answer
    },
  })
  metrics.gauge('settings_age_seconds', 'Seconds since the settings were last read.', [], watch.ageSeconds)
  metrics.gauge('settings_version', 'Version of the settings that this process follows.', [], () => last?.version ?? 0)

  return {
    name: watch.name,
    start: watch.start,
    stop: watch.stop,
    /** The newest known settings. Reads the store if none are known yet, and throws if that fails. */
    async read(): Promise<S> {
      const known = watch.newest() ?? (await watch.ask())
      return known.settings
    },
    /** The newest known settings, if any. */
    newest: (): S | undefined => watch.newest()?.settings,
  }
}
