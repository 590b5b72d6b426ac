import { randomBytes } from 'node:crypto'
import type { ServiceName } from '@watchpost/runtime'
import { createAlertJobStore } from '../src/alert-jobs/alert-job-store.ts'
import { createAlertHistoryStore } from '../src/alerts/alert-history-store.ts'
import { createAlertMarkStore } from '../src/alerts/alert-mark-store.ts'
import { createAlertOutboxStore } from '../src/alerts/alert-outbox-store.ts'
import { createAssigneeStore } from '../src/alerts/assignee-store.ts'
import { createClusterPositionStore } from '../src/alerts/cluster-position-store.ts'
import { createClusterRecountStore } from '../src/alerts/cluster-recount-store.ts'
import { createReprojectionStore } from '../src/alerts/reprojection-store.ts'
import { createRiskPolicyStore } from '../src/alerts/risk-policy-store.ts'
import { createAccessStore } from '../src/audit/access-store.ts'
import { createAuditListStore } from '../src/audit/audit-list-store.ts'
import { createAuditTrailStore } from '../src/audit/audit-trail-store.ts'
import type { Store } from '../src/database/connect-store.ts'
import { readStoreFacts } from '../src/database/store-facts.ts'
import { readStoreHealth } from '../src/database/store-health.ts'
import { createExportCursorStore } from '../src/exports/export-cursor-store.ts'
import { createExportStateStore } from '../src/exports/export-state-store.ts'
import { createMetricsExportStore, readMetricsExport } from '../src/exports/metrics-export-store.ts'
import { createSyslogExportStore } from '../src/exports/syslog-export-store.ts'
import { createFileKeepingStore } from '../src/files/file-keeping-store.ts'
import { createProbeFileStore } from '../src/files/probe-file-store.ts'
import { createGenerationStore } from '../src/indexing/generation-store.ts'
import { createHoldStore } from '../src/indexing/hold-store.ts'
import { createPlaceStore } from '../src/indexing/place-store.ts'
import { createCoverageStore } from '../src/ledger/coverage-store.ts'
import { createLedgerStore } from '../src/ledger/ledger-store.ts'
import { createLedgerView } from '../src/ledger/ledger-view.ts'
import { createLogEpochStore } from '../src/ledger/log-epoch-store.ts'
import { createAccountStore } from '../src/people/account-store.ts'
import { createApiKeyStore } from '../src/people/api-key-store.ts'
import { createFailureCounterStore } from '../src/people/failure-counter-store.ts'
import { createSessionStore } from '../src/people/session-store.ts'
import { createUserStore } from '../src/people/user-store.ts'
import { createCloneAlarmStore } from '../src/probes/clone-alarm-store.ts'
import { createManagedProbeStore } from '../src/probes/managed-probe-store.ts'
import { createProbeClockStore } from '../src/probes/probe-clock-store.ts'
import { createProbeEnrolmentStore } from '../src/probes/probe-enrolment-store.ts'
import { createProbeHealthStore } from '../src/probes/probe-health-store.ts'
import { createProbeStore } from '../src/probes/probe-store.ts'
import { createProbeUseStore } from '../src/probes/probe-use-store.ts'
import { createCertificateStore, listCertificates } from '../src/secrets/certificate-store.ts'
import { createSealedSecretStore, type SecretSealer } from '../src/secrets/sealed-secret-store.ts'
import { createSealingKeyStore } from '../src/secrets/sealing-key-store.ts'
import { createSettingStore } from '../src/settings/setting-store.ts'
import { aCode } from './a-probe.ts'
import { anOrigin, somePasswordHash } from './an-account.ts'

/** What the database holds before a service works: a probe with an open pairing code, an account, a generation. */
export interface Scene {
  probeId: number
  accountId: number
  codeHash: Uint8Array
  fingerprint: Buffer
  sealer: SecretSealer
}

type Steps = Array<() => Promise<unknown>>

const later = () => new Date(Date.now() + 86_400_000)
const address = '192.0.2.1'
const origin = anOrigin()
const settings = (store: Store) => createSettingStore(store, (stored) => Object.fromEntries(stored))
const readers = { general: (value: unknown) => value as object, filters: (value: unknown) => value as object }
const syslogExports = (store: Store, sealer: SecretSealer) =>
  createSyslogExportStore(store, createSealedSecretStore(store, sealer), { ...readers, nameAudit: () => true })
const metricsExport = (store: Store, sealer: SecretSealer) =>
  createMetricsExportStore(store, createSealedSecretStore(store, sealer))
const certificates = (store: Store, sealer: SecretSealer) =>
  createCertificateStore(store, createSealedSecretStore(store, sealer))

/** A file from its announcement to its storage. */
async function takeAFile(store: Store, probeId: number): Promise<void> {
  const files = createProbeFileStore(store)
  const file = { sha256: randomBytes(32), size: 2 }
  await files.announce(probeId, [file], 10)
  await files.continueUpload(probeId, file.sha256, async () => ({ state: 'uploading', nextPiece: 1 }))
  await files.continueUpload(probeId, file.sha256, async () => ({ state: 'stored' }))
}

/** Every statement of the file keeper. */
async function keepFiles(store: Store): Promise<void> {
  const keeping = createFileKeepingStore(store, 1)
  await keeping.lead(async () => undefined)
  await keeping.totals()
  await keeping.expire({ days: 1, bytes: 0 })
  await keeping.forget({ days: 1 })
  await keeping.removed(await keeping.removals())
}

/** Every statement of jobs on alerts. */
async function runAndUndoAJob(store: Store): Promise<void> {
  const jobs = createAlertJobStore(store, { running: 1 })
  const wish = { change: { status: 'acknowledged' }, freeze: await jobs.freeze(), matching: 1 } as const
  const target = { kind: 'alerts' as const, alerts: [] }
  const job = await jobs.create({ ...origin, accountId: 1 }, { ...wish, target })
  if (typeof job === 'string') throw new Error(job)
  const batch = { alerts: [mark], isMember: () => true }
  await jobs.runBatch(job, { ...batch, next: [1, 'u'] })
  await jobs.requestUndo(origin, job.id)
  for (const each of await jobs.unfinished()) await jobs.undoBatch(each, 10)
  await jobs.exceptions(job.id, { isUndo: true, limit: 1 })
  await jobs.list(1)
  await jobs.removeEndedBefore(0)
}

/** The statements of each service. Every table and privilege that it needs occurs at least once. */
export const work: Record<ServiceName, (store: Store, scene: Scene) => Steps> = {
  gateway(store, { probeId, codeHash, fingerprint, sealer }) {
    const enrolments = createProbeEnrolmentStore(store)
    const uses = createProbeUseStore(store)
    const health = createProbeHealthStore(store)
    const use = { probeId, fingerprint, address }
    return [
      settings(store).read,
      createHoldStore(store).list,
      createRiskPolicyStore(store).newestVersion,
      createSealingKeyStore(store).list,
      () => certificates(store, sealer).read('authority'),
      certificates(store, sealer).list,
      () => enrolments.findByCode({ codeHash, address }),
      () => enrolments.take({ codeHash, address }, { fingerprint, notAfter: later() }, origin),
      () => createProbeStore(store).findByFingerprint(fingerprint),
      createProbeStore(store).revision,
      () => uses.first(use, origin),
      () => uses.note([{ ...use, ageMs: 0 }]),
      () => createCloneAlarmStore(store).raise({ ...sign, probeId }, origin),
      () => createCloneAlarmStore(store).raise({ ...sign, probeId }, origin),
      () => enrolments.renew(fingerprint, { fingerprint: randomBytes(32), notAfter: later() }, origin),
      () => health.report({ probeId, report: { capture: { packets: 2, dropped: 1 } }, silentSeconds: 60 }),
      () => health.touch([probeId]),
      () => health.hear([{ probeId, firstAgeMs: 1, lastAgeMs: 0 }], 60),
      () => createLedgerStore(store).claim([{ probeId, stream, nextSequence: 9, digest: null }]),
      () => createLedgerStore(store).marks([{ probeId, stream }]),
      () => createLedgerStore(store).enter([{ probeId, stream, received: [[0, 3]] }]),
      () => createLedgerStore(store).abandon({ probeId, stream }, [{ first: 5, last: 6, reason: 'lost' }]),
      () => createLedgerStore(store).trim([probeId]),
      () => createAccessStore(store).add(origin, [], 1),
      () => takeAFile(store, probeId),
      () => keepFiles(store),
    ]
  },

  indexer(store, { probeId }) {
    const generations = createGenerationStore(store)
    const places = createPlaceStore(store)
    const holds = createHoldStore(store)
    const place = { probeId, stream, firstSequence: 0, generation: 1 }
    const corrections = { aheadEvents: 1, oldEvents: 0, lastClaimed: 'x', lastReceived: new Date() }
    return [
      settings(store).read,
      () => createRiskPolicyStore(store).find(1),
      () => createLogEpochStore(store).learn('3f2504e0-4f89-41d3-9a0c-0305e82c3301'),
      () => createLogEpochStore(store).learn('3f2504e0-4f89-41d3-9a0c-0305e82c3302'),
      () => generations.open(2, '2026-11-19'),
      generations.list,
      () => generations.markSealed(1),
      () => places.add([place]),
      () => places.find([place]),
      () => places.move([place], 2),
      () => places.endingIn(2),
      () => places.removeOf(2),
      () => generations.markRemoved(1),
      () => generations.markDeleted(1),
      () => createLedgerStore(store).enter([{ probeId, stream, indexed: [[0, 3]] }]),
      () => createLedgerStore(store).expire(0, 1),
      () => createLedgerStore(store).removeSilentSince(later()),
      () => createCoverageStore(store).removeBefore(new Date(0)),
      () => createAlertMarkStore(store).removeBefore(new Date()),
      () => createAlertOutboxStore(store).due(1),
      () => createAlertOutboxStore(store).remove([{ uuid: 'u', revision: 1 }]),
      () => createAlertOutboxStore(store).postpone([{ uuid: 'u', revision: 1 }], 1),
      createAlertOutboxStore(store).backlog,
      createReprojectionStore(store).current,
      () => createReprojectionStore(store).queueSome(1),
      () => createReprojectionStore(store).finish(1),
      () => createClusterRecountStore(store).touch([{ day: '2026-11-19', ip: '192.0.2.1', hours: 1 }]),
      () => createClusterRecountStore(store).touch([{ day: '2026-11-19', ip: '192.0.2.1', hours: 1 }]),
      () => createProbeClockStore(store).add([{ probeId, ...corrections }]),
      () => holds.raise('disk', 'x'),
      () => holds.lift('disk'),
    ]
  },

  clusters(store) {
    const positions = createClusterPositionStore(store)
    const position = { epoch: 1, offsets: new Map([[0, 1]]) }
    const recounts = createClusterRecountStore(store)
    const day = { day: '2026-11-19', ip: '192.0.2.1' }
    return [
      createLogEpochStore(store).newest,
      createRiskPolicyStore(store).newest,
      createGenerationStore(store).list,
      async () => positions.save(position, (await positions.begin()).term),
      recounts.current,
      () => recounts.queue([day], [], undefined),
      () => recounts.due(1, { many: 1, seconds: 20 }),
      async () => recounts.remove([{ ...day, touch: 1, hours: 1 }], (await positions.begin()).term),
      recounts.backlog,
    ]
  },

  exporter(store, { sealer }) {
    const cursors = createExportCursorStore(store)
    const trail = createAuditTrailStore(store)
    const exports = syslogExports(store, sealer)
    return [
      settings(store).read,
      createRiskPolicyStore(store).newest,
      () => createLogEpochStore(store).learn('3f2504e0-4f89-41d3-9a0c-0305e82c3301'),
      () => createLogEpochStore(store).learn('3f2504e0-4f89-41d3-9a0c-0305e82c3302'),
      exports.list,
      () => exports.readKey(1),
      () => cursors.save(1, cursor, 0),
      () => cursors.save(1, cursor, 1),
      () => cursors.read(1),
      () => createExportStateStore(store).report(new Map([[1, {}]])),
      metricsExport(store, sealer).read,
      metricsExport(store, sealer).readKey,
      () => metricsExport(store, sealer).report(1, {}),
      () => trail.rows(0, 10),
      trail.state,
      trail.beginning,
      trail.head,
      () => trail.lines([1]),
      () => createCoverageStore(store).read({ from: new Date(0), to: new Date(), silentSeconds: 60 }),
    ]
  },

  api(store, { probeId, accountId, sealer }) {
    const users = createUserStore(store)
    const keys = createApiKeyStore(store)
    const sessions = createSessionStore(store)
    const counters = createFailureCounterStore(store)
    const probes = createManagedProbeStore(store)
    const enrolments = createProbeEnrolmentStore(store)
    const exports = syslogExports(store, sealer)
    const trail = createAuditTrailStore(store)
    const token = { tokenHash: randomBytes(32), kind: 'token', accountId, passwordHash: somePasswordHash } as const
    const user = {
      username: 'made',
      role: 'operator',
      passwordHash: somePasswordHash,
      mustChangePassword: false,
    } as const
    const key = { accountId, name: 'k', keyHash: randomBytes(32), scopes: ['search'] as const, networks: [] }
    const pair = { chainPem: 'x', keyPem: 'y', fingerprint: randomBytes(32), notAfter: later() }
    return [
      () => settings(store).change(origin, { session_age_seconds: 600 }),
      () => counters.admit({ username: 'x', accountId, source: address }),
      () => counters.release(['global']),
      () => counters.remember(accountId, address),
      () => sessions.create({ ...token, address, userAgent: '', ageSeconds: 600 }, origin),
      () => sessions.endAll(accountId, origin),
      () => keys.create({ ...key, expiresAt: null }, origin),
      () => keys.touch(1, address),
      () => keys.remove(1, accountId, origin),
      () => users.create(user, origin),
      () => users.setPassword(accountId, newPassword, origin),
      () => users.remove(accountId, origin),
      () => createAccountStore(store).rehash(1, 'a', 'b'),
      () => probes.create({ id: 77, fqdn: 'b.example.test', eventsPerSecond: null }, aCode(), origin),
      probes.list,
      () => probes.change(probeId, { isPaused: true }, origin),
      () => enrolments.pair(probeId, aCode(), origin),
      () => enrolments.revoke(probeId, origin),
      () => createCloneAlarmStore(store).clear(probeId, { expectsNetworks: true }, origin),
      createCloneAlarmStore(store).count,
      createProbeHealthStore(store).list,
      createProbeClockStore(store).list,
      () => probes.remove(probeId, origin),
      () => exports.change(origin, 1, { general: { a: 1 }, filters: { b: 1 }, replayFrom: new Date() }, true),
      () => exports.remove(origin, 1, true),
      createExportCursorStore(store).listPositions,
      createExportStateStore(store).list,
      () => metricsExport(store, sealer).change(origin, { target: { ip: address, port: 1, iface: null }, key: 'k' }),
      () => metricsExport(store, sealer).change(origin, null),
      metricsExport(store, sealer).reported,
      () => certificates(store, sealer).replace(origin, 'administrator', async () => pair),
      () => certificates(store, sealer).withdraw(origin, 'administrator'),
      createSealingKeyStore(store).list,
      async () => createRiskPolicyStore(store).add(origin, (await createRiskPolicyStore(store).newest()).policy),
      () => createAlertMarkStore(store).change(origin, [mark], { status: 'closed' }),
      () => createAlertOutboxStore(store).within({ fromMs: 0, limit: 1 }),
      () => createAlertOutboxStore(store).isLongerThan(1),
      () => createAlertHistoryStore(store).read(mark.uuid, { limit: 1 }),
      () => runAndUndoAJob(store),
      createAssigneeStore(store).list,
      createGenerationStore(store).list,
      createLogEpochStore(store).newest,
      createLedgerView(store).sums,
      () => createLedgerView(store).byProbe({}),
      () => createLedgerView(store).streams(probeId, 1),
      () => createCoverageStore(store).figures(60),
      () => createCoverageStore(store).read({ from: new Date(0), to: new Date(), probeId, silentSeconds: 60 }),
      () => createAccessStore(store).add(origin, [], 1),
      () => createAuditListStore(store).list({}, null, 10),
      trail.state,
      trail.strayBatches,
      trail.archives,
      () => trail.whileSigning((signing) => signing.addCheckpoint(checkpoint)),
    ]
  },

  console(store, { probeId, accountId }) {
    const probes = createManagedProbeStore(store)
    const enrolments = createProbeEnrolmentStore(store)
    const keys = createSealingKeyStore(store)
    const trail = createAuditTrailStore(store)
    const probe = { id: 78, fqdn: 'c.example.test', fingerprint: randomBytes(32), notAfter: later() }
    return [
      settings(store).read,
      () => createAccountStore(store).findByUsername('x'),
      () => createUserStore(store).setPassword(accountId, newPassword, origin),
      () => createProbeStore(store).add(probe),
      () => probes.create({ fqdn: 'b.example.test', eventsPerSecond: null }, aCode(), origin),
      probes.list,
      () => probes.change(probeId, { isPaused: true }, origin),
      () => enrolments.pair(probeId, aCode(), origin),
      () => enrolments.revoke(probeId, origin),
      () => createCloneAlarmStore(store).clear(probeId, { expectsNetworks: true }, origin),
      () => probes.remove(probeId, origin),
      keys.list,
      () => keys.register({ version: 2, fingerprint: randomBytes(32) }),
      () => keys.rewrap(2, (_, sealed) => ({ ...sealed, kekVersion: 2 }), 10),
      () => keys.retireOlder(origin, 2),
      () => listCertificates(store),
      () => readStoreHealth(store, []),
      () => readStoreFacts(store),
      () => readMetricsExport(store),
      createHoldStore(store).list,
      createAlertOutboxStore(store).backlog,
      createReprojectionStore(store).current,
      () => createReprojectionStore(store).request(origin),
      createClusterRecountStore(store).backlog,
      () => createClusterRecountStore(store).request(origin),
      createExportStateStore(store).list,
      () => store.db.selectFrom('syslog_export').select('id').execute(),
      () => createCoverageStore(store).figures(60),
      () => trail.rows(0, 10),
      trail.state,
      trail.beginning,
      trail.archives,
      trail.strayBatches,
      () => trail.checkpoints(0, 10),
      () => trail.checkpointBefore(new Date()),
    ]
  },
}

const newPassword = { passwordHash: somePasswordHash, mustChangePassword: true, revokesKeys: true }
const stream = '00112233445566778899aabbccddeeff'
const sign = { reason: 'two-networks' as const, networks: ['192.0.2.0/24'], certificates: ['ab'] }
const mark = { uuid: 'u', atMs: 1, receivedAt: new Date() }
const checkpoint = { number: 1, lastId: 1, text: 'x', signature: Buffer.from('x') }
const cursor = {
  epoch: 1,
  positions: new Map([[0, 1]]),
  auditNext: null,
  passed: Buffer.alloc(0),
  receivedAt: new Date(),
  replayNumber: 0,
}
