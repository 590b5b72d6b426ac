import type { IndexerTelemetry } from '../src/telemetry.ts'

export const silentTelemetry: IndexerTelemetry = {
  received: () => undefined,
  stored: () => undefined,
  dropped: () => undefined,
  dead: () => undefined,
  listed: () => undefined,
  unlisted: () => undefined,
  policyMissing: () => undefined,
  mended: () => undefined,
  corrected: () => undefined,
  retried: () => undefined,
  joined: () => undefined,
  lost: () => undefined,
  finished: () => undefined,
}
