import {
  type AuditConfig,
  createCollector,
  readHeadFile,
  readSigningKey,
  signingKeyName,
  writeHeadFile,
} from '@watchpost/audit'
import { createWatch, type Logger, type Part } from '@watchpost/runtime'
import {
  type AccessEntry,
  type AuditOrigin,
  createAccessStore,
  createAuditListStore,
  createAuditTrailStore,
  type SealedSecretStore,
  type Store,
} from '@watchpost/store'
import type { ApiMetrics } from '../api-metrics.ts'
import type { Attempted, LoginOutcome, Whence } from '../users/password-check.ts'
import type { AnsweredRequest } from '../http/answered-request.ts'
import { accessOf } from './access.ts'
import { createAuditService } from './audit-service.ts'
import { createAuditKeeper, type KeeperPorts } from './audit-keeper.ts'
import { loginAccess } from './login-access.ts'

/** How often the audit head is signed if it has moved. */
const signEveryMs = 1_000
/** With the fifth of a second that requests wait to be noted, a crash loses the entries of the last second. */
const COLLECT_MS = 800

const byItself: AuditOrigin = {
  accountId: null,
  username: 'api',
  via: 'appliance',
  credentialPrefix: null,
  address: '',
  requestId: '',
}

export interface AuditParts {
  config: AuditConfig
  store: Store
  secrets: Pick<SealedSecretStore, 'read'>
  metrics: Pick<ApiMetrics, 'watchAudit' | 'auditEntryLost'>
  logger: Logger
}

/** Builds the audit keeper, which signs the chain, and the collector of access entries. */
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
  let isTold = false
  const keeping = createWatch('audit', createAuditKeeper(ports).round, logger, {
    everyMs: signEveryMs,
    onAnswer({ broken }) {
      if (broken && !isTold) logger.error({ row: broken.id, says: broken.says }, 'audit broken')
      isTold = broken !== null
    },
  })
  metrics.watchAudit(keeping.newest)

  const access = createAccessStore(store)
  const collector = createCollector<AccessEntry>(
    {
      write: (entries, lost) => access.add(byItself, entries, lost),
      onLost: metrics.auditEntryLost,
      onFailure: (error) => logger.warn({ err: error }, 'audit entries wait'),
    },
    { everyMs: COLLECT_MS },
  )
  const collect = (entry: AccessEntry) =>
    collector.add(entry, { bytes: sizeOf(entry), isStranger: entry.via === 'none' || entry.via === 'login' })

  const parts: Part[] = [
    {
      name: keeping.name,
      start: keeping.start,
      // Sign once more, so that no row is left unsigned.
      async stop() {
        keeping.stop()
        await keeping.ask().catch((error: unknown) => logger.warn({ err: error }, 'audit not signed at the end'))
      },
    },
    collector,
  ]
  return {
    parts,
    service: createAuditService(createAuditListStore(store)),
    onAnswered(request: AnsweredRequest): void {
      const entry = accessOf(request)
      if (entry) collect(entry)
    },
    onLogin(outcome: LoginOutcome, who: Attempted & Whence): void {
      const entry = loginAccess(outcome, who, Date.now())
      if (entry) collect(entry)
    },
  }
}

/** Upper bound for the size of an entry: its names and numbers, and its texts. */
function sizeOf({ object, detail }: AccessEntry): number {
  return 600 + object.length + (detail?.length ?? 0)
}
