import { type AuditConfig, readHeadFile, readSigningKey, signingKeyName, writeHeadFile } from '@watchpost/audit'
import { createWatch, type Logger } from '@watchpost/runtime'
import { createAuditTrailStore, type SealedSecretStore, type Store } from '@watchpost/store'
import type { ApiMetrics } from '../api-metrics.ts'
import { createAuditKeeper, type KeeperPorts } from './audit-keeper.ts'

/** How often the head of the audit is signed, when it has moved. */
const signEveryMs = 1_000

export interface AuditParts {
  config: AuditConfig
  store: Store
  secrets: Pick<SealedSecretStore, 'read'>
  metrics: Pick<ApiMetrics, 'watchAudit'>
  logger: Logger
}

/** Builds what keeps the audit provable. */
export function composeAudit({ config, store, secrets, metrics, logger }: AuditParts) {
  const { dir } = config
  const ports: KeeperPorts = {
    trail: createAuditTrailStore(store),
    async readKey() {
      const key = await secrets.read(signingKeyName)
      return key === 'absent' ? key : readSigningKey(key)
    },
    headFile:
      dir === undefined ? undefined : { read: () => readHeadFile(dir), write: (head) => writeHeadFile(dir, head) },
  }
  const keeper = createAuditKeeper(ports)
  let isTold = false
  const watch = createWatch('audit', keeper.round, logger, {
    everyMs: signEveryMs,
    onAnswer({ broken }) {
      if (broken && !isTold) logger.error({ row: broken.id, says: broken.says }, 'audit broken')
      isTold = broken !== null
    },
  })
  metrics.watchAudit(watch.newest)
  return { name: watch.name, start: watch.start, stop: watch.stop }
}
