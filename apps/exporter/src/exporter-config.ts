import { EgressConfig } from '@watchpost/egress'
import { LogConfig } from '@watchpost/log'
import { InternalConfig, TracingConfig } from '@watchpost/runtime'
import { SecretsConfig } from '@watchpost/secrets'
import { StoreConfig } from '@watchpost/store'
import { type Static, Type } from 'typebox'

const MIB = 1024 ** 2

/** Boot settings of the exporter. */
export const ExporterConfig = Type.Object({
  windowBytes: Type.Integer({
    env: 'EXPORTER_WINDOW_BYTES',
    default: 40 * MIB,
    minimum: MIB,
    description:
      'What is sent again after a connection broke: at least this much. It should exceed what the buffers of both kernels hold.',
  }),
  windowMs: Type.Integer({
    env: 'EXPORTER_WINDOW_MS',
    default: 5_000,
    minimum: 100,
    maximum: 600_000,
    description: 'And at least what was written in this time.',
  }),
  stalledMs: Type.Integer({
    env: 'EXPORTER_STALLED_MS',
    default: 90_000,
    minimum: 1_000,
    maximum: 3_600_000,
    description: 'A receiver that takes nothing for so long counts as gone: it is connected to again.',
  }),
  graceMs: Type.Integer({
    env: 'EXPORTER_GRACE_MS',
    default: 15_000,
    minimum: 100,
    description: 'Time to end connections in an orderly way when told to stop.',
  }),
  supervisor: Type.String({
    env: 'EXPORTER_SUPERVISOR',
    default: 'http://127.0.0.1:8445',
    pattern: '^https?://[^/]+$',
    description:
      'The supervisor whose figures are streamed by the metrics export; not needed when `watchpost start` starts the service.',
  }),
  otherSupervisors: Type.Array(Type.String({ pattern: '^https?://[^/]+$' }), {
    env: 'EXPORTER_OTHER_SUPERVISORS',
    default: [],
    description:
      'Supervisors on other machines whose services belong to this appliance too: their figures are added. Their internal ports must be reachable from here.',
  }),
  logLevel: Type.String({ env: 'LOGGER_LEVEL', default: 'info', description: 'Least level that is logged.' }),
  egress: EgressConfig,
  log: LogConfig,
  store: StoreConfig,
  secrets: SecretsConfig,
  internal: InternalConfig,
  tracing: TracingConfig,
})
export type ExporterConfig = Static<typeof ExporterConfig>
