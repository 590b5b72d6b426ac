import { PIECE_BYTES } from '@watchpost/files'
import type { Settings } from '@watchpost/contract'
import { createRateLimit, type Logger, type Metrics } from '@watchpost/runtime'
import { createFileKeepingStore, createProbeFileStore, type Store } from '@watchpost/store'
import { admitProbe } from '../admission.ts'
import type { KnownProbe } from '../identity/known-probe.ts'
import { createProbePace } from '../pace/probe-pace.ts'
import { createReadingRoom } from '../pace/reading-room.ts'
import { createTurns } from '../pace/turns.ts'
import { Refusal } from '../refusal.ts'
import { createFileContents, type FileContentsPorts } from './file-contents.ts'
import { createFileIntake } from './file-intake.ts'
import { createFileKeeper } from './file-keeper.ts'
import { fileLimits } from './file-limits.ts'
import { fileRoutes } from './file-routes.ts'
import { createFileTelemetry } from './file-telemetry.ts'

export interface ComposeFilesPorts extends Pick<FileContentsPorts, 'dir' | 'readSecret'> {
  store: Store
  /** Connections to the database that this process may have. */
  poolSize: number
  /** The present settings, or the defaults before they were read. */
  settings(): Settings
  /** Whether the settings were read. */
  isSettled(): boolean
  metrics: Metrics
  logger: Logger
}

const MIB = 1024 ** 2
const GIB = 1024 ** 3

/** Builds the part of the gateway that takes files. Its memory, pace and turns are apart from those of events. */
export function composeFiles({ store, poolSize, settings, isSettled, metrics, logger, ...ports }: ComposeFilesPorts) {
  const telemetry = createFileTelemetry(metrics)
  const keeping = createFileKeepingStore(store, PIECE_BYTES)
  const maxBytes = () => settings().file_storage_gib * GIB
  const contents = createFileContents({ ...ports, keeping, maxBytes, logger })
  const pace = createProbePace<Pick<KnownProbe, 'id'>>(() => settings().probe_file_kib_per_second * 1024)
  const reading = createReadingRoom({
    pendingBytes: () => 0,
    maxBytes: fileLimits.readingBytes,
    onCutOff: () => logger.warn('piece of a file cut off: it arrived too slowly while other probes waited for memory'),
  })
  telemetry.watch({ space: contents.space, readingBytes: reading.bytes })
  const intake = createFileIntake({
    files: createProbeFileStore(store),
    contents,
    admit: contents.admit,
    maxBytes: () => Math.min(settings().file_max_mib * MIB, fileLimits.pieces * PIECE_BYTES),
    inTurn: createTurns(Math.max(1, Math.floor(poolSize * fileLimits.connectionShare)), {
      mostWaiting: fileLimits.waitingToBeWritten,
      whenFull: () =>
        new Refusal('busy', 'Other probes are uploading. Send the piece again.', { retryAfterSeconds: 2 }),
    }),
    telemetry,
  })
  const keeper = createFileKeeper({
    keeping,
    contents,
    limits: () =>
      contents.isThere() && isSettled() ? { days: settings().file_retention_days, bytes: maxBytes() } : undefined,
    telemetry,
    logger,
  })
  return {
    parts: [contents.part, keeper],
    routes: fileRoutes({
      intake,
      announcements: createRateLimit({ perMinute: fileLimits.announcementsPerMinute }),
      admitPiece(probe, answer) {
        admitProbe(probe)
        contents.admit()
        const seconds = pace.waitSeconds(probe)
        if (seconds > 0) {
          throw new Refusal('probe-rate-limited', 'The probe has uploaded more than it may.', {
            retryAfterSeconds: Math.ceil(seconds),
          })
        }
        reading.enter(answer, PIECE_BYTES)
      },
      wasRead(probe, answer, bytes) {
        reading.leave(answer)
        pace.charge(probe, bytes)
      },
    }),
  }
}
