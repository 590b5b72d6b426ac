import { sql } from 'kysely'
import { type Migration, type MigrationResult, Migrator } from 'kysely/migration'
import type { Store } from './connect-store.ts'
import * as account from '../migrations/20261115T0200-account.ts'
import * as setting from '../migrations/20261115T0201-setting.ts'
import * as probe from '../migrations/20261115T0202-probe.ts'
import * as generation from '../migrations/20261115T0203-generation.ts'
import * as ingestHold from '../migrations/20261115T0300-ingest-hold.ts'
import * as audit from '../migrations/20261115T0500-audit.ts'
import * as sessionKind from '../migrations/20261115T0510-session-kind.ts'
import * as apiKey from '../migrations/20261115T0511-api-key.ts'
import * as loginPace from '../migrations/20261115T0512-login-pace.ts'
import * as settingBounds from '../migrations/20261115T0530-setting-bounds.ts'
import * as sealedSecret from '../migrations/20261115T0531-sealed-secret.ts'
import * as certificate from '../migrations/20261115T0532-certificate.ts'
import * as auditViaAppliance from '../migrations/20261115T0533-audit-via-appliance.ts'
import * as riskPolicy from '../migrations/20261115T0600-risk-policy.ts'
import * as alertMark from '../migrations/20261115T0610-alert-mark.ts'
import * as clusterPosition from '../migrations/20261115T0620-cluster-position.ts'
import * as syslogExport from '../migrations/20261115T0700-syslog-export.ts'
import * as metricsExport from '../migrations/20261115T1300-metrics-export.ts'
import * as probeEnrolment from '../migrations/20261116T0100-probe-enrolment.ts'
import * as ledger from '../migrations/20261116T0110-ledger.ts'
import * as auditChain from '../migrations/20261116T0200-audit-chain.ts'
import * as auditAccess from '../migrations/20261116T0201-audit-access.ts'
import * as auditArchive from '../migrations/20261116T0202-audit-archive.ts'
import * as auditListing from '../migrations/20261116T0203-audit-listing.ts'
import * as probeRevision from '../migrations/20261116T0630-probe-revision.ts'
import * as auditExport from '../migrations/20261116T0700-audit-export.ts'
import * as generationDeleted from '../migrations/20261116T2000-generation-deleted.ts'
import * as eventTime from '../migrations/20261117T0730-event-time.ts'
import * as probeCertificateUse from '../migrations/20261117T0740-probe-certificate-use.ts'
import * as sessionLogin from '../migrations/20261117T0750-session-login.ts'
import * as logEpoch from '../migrations/20261117T1101-log-epoch.ts'
import * as coverage from '../migrations/20261117T1104-coverage.ts'
import * as auditorRole from '../migrations/20261118T0100-auditor-role.ts'
import * as coverageLossCounts from '../migrations/20261118T0200-coverage-loss-counts.ts'
import * as deferredProbeRevision from '../migrations/20261118T0300-deferred-probe-revision.ts'
import * as alertState from '../migrations/20261118T0400-alert-state.ts'
import * as alertOutbox from '../migrations/20261118T0410-alert-outbox.ts'
import * as alertJob from '../migrations/20261119T0330-alert-job.ts'
import * as clusterCounting from '../migrations/20261119T0710-cluster-counting.ts'
import * as clusterRecount from '../migrations/20261119T0800-cluster-recount.ts'
import * as outboxStatus from '../migrations/20261119T1040-outbox-status.ts'
import * as recountHours from '../migrations/20261119T1150-recount-hours.ts'
import * as file from '../migrations/20261119T1800-file.ts'
import * as riskPolicyWorst from '../migrations/20261119T0810-risk-policy-worst.ts'

/** In order, by name. A list rather than a folder scan, so that only compiled, linted and reviewed code runs. */
export const migrations: Readonly<Record<string, Migration>> = {
  '20261115T0200-account': account,
  '20261115T0201-setting': setting,
  '20261115T0202-probe': probe,
  '20261115T0203-generation': generation,
  '20261115T0300-ingest-hold': ingestHold,
  '20261115T0500-audit': audit,
  '20261115T0510-session-kind': sessionKind,
  '20261115T0511-api-key': apiKey,
  '20261115T0512-login-pace': loginPace,
  '20261115T0530-setting-bounds': settingBounds,
  '20261115T0531-sealed-secret': sealedSecret,
  '20261115T0532-certificate': certificate,
  '20261115T0533-audit-via-appliance': auditViaAppliance,
  '20261115T0600-risk-policy': riskPolicy,
  '20261115T0610-alert-mark': alertMark,
  '20261115T0620-cluster-position': clusterPosition,
  '20261115T0700-syslog-export': syslogExport,
  '20261115T1300-metrics-export': metricsExport,
  '20261116T0100-probe-enrolment': probeEnrolment,
  '20261116T0110-ledger': ledger,
  '20261116T0200-audit-chain': auditChain,
  '20261116T0201-audit-access': auditAccess,
  '20261116T0202-audit-archive': auditArchive,
  '20261116T0203-audit-listing': auditListing,
  '20261116T0630-probe-revision': probeRevision,
  '20261116T0700-audit-export': auditExport,
  '20261116T2000-generation-deleted': generationDeleted,
  '20261117T0730-event-time': eventTime,
  '20261117T0740-probe-certificate-use': probeCertificateUse,
  '20261117T0750-session-login': sessionLogin,
  '20261117T1101-log-epoch': logEpoch,
  '20261117T1104-coverage': coverage,
  '20261118T0100-auditor-role': auditorRole,
  '20261118T0200-coverage-loss-counts': coverageLossCounts,
  '20261118T0300-deferred-probe-revision': deferredProbeRevision,
  '20261118T0400-alert-state': alertState,
  '20261118T0410-alert-outbox': alertOutbox,
  '20261119T0330-alert-job': alertJob,
  '20261119T0710-cluster-counting': clusterCounting,
  '20261119T0800-cluster-recount': clusterRecount,
  '20261119T0810-risk-policy-worst': riskPolicyWorst,
  '20261119T1040-outbox-status': outboxStatus,
  '20261119T1150-recount-hours': recountHours,
  '20261119T1800-file': file,
}

/**
 * Migrates the database to the newest schema and returns the names of the applied migrations. Concurrent copies wait
 * for each other on an advisory lock; the later ones find nothing to do.
 */
export async function migrate(store: Store): Promise<string[]> {
  return store.db.connection().execute(async (db) => {
    // Building an index or waiting for another copy may take longer than any query of a running service.
    await sql`set statement_timeout = 0`.execute(db)
    try {
      const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
      const { error, results = [] } = await migrator.migrateToLatest()
      if (error) throw new Error(`${failedName(results) ?? 'the migration'} failed`, { cause: error })
      return results.map((each) => each.migrationName)
    } finally {
      await sql`reset statement_timeout`.execute(db)
    }
  })
}

function failedName(results: readonly MigrationResult[]): string | undefined {
  return results.find((each) => each.status === 'Error')?.migrationName
}
