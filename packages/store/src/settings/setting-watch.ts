import { createWatch, type Logger, type Metrics } from '@watchpost/runtime'
import type { VersionedSettings } from './setting-store.ts'

/** A change is seen by every role within this time and that of one question to the store. */
const EVERY_MS = 1_000

export type SettingWatch<S> = ReturnType<typeof createSettingWatch<S>>

/**
 * Follows the settings: a role that holds one sees a change within two seconds. Without the store the last known ones
 * go on to hold, and `watchpost_settings_age_seconds` grows.
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
    /** The newest settings that are known. When none are known yet the store is asked; throws without an answer. */
    async read(): Promise<S> {
      const known = watch.newest() ?? (await watch.ask())
      return known.settings
    },
    /** The newest settings that are known, if any. */
    newest: (): S | undefined => watch.newest()?.settings,
  }
}
