import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { RunOptions } from '../command/proof.ts'
import { createLoad } from '../harness/load.ts'
import { startProofStack } from '../harness/stack/proof-stack.ts'
import { createReport, type Report } from '../harness/report.ts'
import { withSettings } from '../harness/stack/with-settings.ts'
import { proveBeside } from './beside.ts'
import { createExportClient } from './export-client.ts'
import { proveForbiddenTargets } from './forbidden-targets.ts'
import { makeCertificates } from './receivers/make-certificates.ts'
import { proveManyExports } from './many-exports.ts'
import { proveRate } from './rate.ts'
import { createRsyslog, createSyslogNg } from './receivers/receivers.ts'
import { type ProofExport, proveSameEvents } from './same-events.ts'
import { proveWatchedTargets } from './watched-targets.ts'
import { fewFaults, proveUnderFaults, wholeFaults } from './under-faults.ts'

export type SyslogPart = 'same' | 'faults' | 'beside' | 'rate' | 'many' | 'targets'

const WHOLE_EVENTS = 500_000
const SMALL_EVENTS = 10_000
const PROBES = 20
/** Unpacks the receivers into the cache. */
const installer = join(import.meta.dirname, 'install-receivers')

/**
 * Exports to real receivers lose nothing: every event arrives as stored and filters are exact, whatever is killed,
 * paused or disconnected. Also the cost of many exports and of a hanging receiver, and forbidden targets.
 */
export async function proveSyslog({ dir, isSmall, seed, only, ...rest }: RunOptions<SyslogPart>): Promise<void> {
  const report = createReport('syslog')
  const events = rest.events ?? (isSmall ? SMALL_EVENTS : WHOLE_EVENTS)
  execFileSync(installer, { stdio: 'inherit' })
  process.env.WATCHPOST_STACK_PROBES ??= String(PROBES)
  // Runs alongside the other parts: it waits for names that do not resolve, in a separate network namespace.
  const watched = only.includes('targets') ? proveWatchedTargets(report) : undefined
  watched?.catch(() => undefined)
  if (only.includes('targets')) await whereItMayNotLead(dir, isSmall, report)
  if (only.some((part) => part !== 'targets')) {
    const { stalledMs } = isSmall ? fewFaults : wholeFaults
    await withSettings({ EXPORTER_STALLED_MS: String(stalledMs) }, () =>
      withReceivers({ dir, isSmall, seed, only }, events, report),
    )
  }
  await watched
  report.end()
}

/** On a stack without allowed networks: the other parts have their receivers on this machine. */
async function whereItMayNotLead(dir: string, isSmall: boolean, report: Report): Promise<void> {
  await withSettings({ EXPORT_NETWORKS: '' }, async () => {
    await using proof = await startProofStack({ dir })
    // Only a few of them can be tested per minute.
    await proveForbiddenTargets(proof.api, report, isSmall ? 4 : Number.POSITIVE_INFINITY)
  })
}

async function withReceivers(
  { dir, isSmall, seed, only }: Omit<RunOptions<SyslogPart>, 'events' | 'options'>,
  events: number,
  report: Report,
): Promise<void> {
  await using proof = await startProofStack({ dir })
  const { stack, api } = proof
  const folder = join(stack.folder.root, 'syslog')
  const certificates = makeCertificates(join(folder, 'pki'))
  const base = stack.state.config.apiPort + 2_000
  const receivers = [
    createRsyslog(join(folder, 'rsyslog'), certificates, [base, base + 1]),
    createSyslogNg(join(folder, 'syslog-ng'), certificates, [base + 2, base + 3]),
    createRsyslog(join(folder, 'rsyslog-tls'), certificates, [base + 4, base + 5]),
    createSyslogNg(join(folder, 'syslog-ng-tls'), certificates, [base + 6, base + 7]),
    createRsyslog(join(folder, 'rsyslog-faults'), certificates, [base + 8, base + 9]),
    createSyslogNg(join(folder, 'syslog-ng-bystander'), certificates, [base + 10, base + 11]),
    createRsyslog(join(folder, 'rsyslog-many'), certificates, [base + 12, base + 13]),
  ] as const
  const [plain, plainNg, secure, secureNg, victim, bystander, many] = receivers
  const client = createExportClient(api)
  const gateway = `https://127.0.0.1:${stack.state.config.gatewayPort}`
  const load = createLoad({ stackDir: dir, gateway, probes: PROBES })
  const everything = { filters: {}, expected: {} }
  const ofSome = {
    filters: { protocols: ['dns', 'http'], event_types: ['alert'], probes: [1, 2, 3] },
    expected: { kinds: ['dns', 'http', 'alert'], probes: [1, 2, 3] },
  }
  try {
    await Promise.all(receivers.map((receiver) => receiver.start()))
    if (only.includes('same')) {
      const exports: ProofExport[] = [
        { id: 1, receiver: plain, isTls: false, ...everything },
        { id: 2, receiver: plainNg, isTls: false, ...ofSome },
        { id: 3, receiver: secure, isTls: true, ...ofSome },
        { id: 4, receiver: secureNg, isTls: true, ...everything },
      ]
      await proveSameEvents(proof, load, client, certificates, exports, report, { seed, events })
      for (const { id } of exports) await client.remove(id)
    }
    if (only.includes('faults')) {
      // A separate load: an export only sends events that arrive after it was created.
      const own = createLoad({ stackDir: dir, gateway, probes: PROBES, rate: isSmall ? 400 : 800 })
      const counts = isSmall ? fewFaults : wholeFaults
      await proveUnderFaults(
        proof,
        own,
        client,
        certificates,
        { id: 5, receiver: victim, isTls: true, ...everything },
        { id: 6, receiver: bystander, isTls: true, ...everything },
        report,
        { seed: seed + 1_000, events, counts },
      )
      for (const id of [5, 6]) await client.remove(id)
    }
    if (only.includes('beside')) {
      const one: ProofExport = { id: 9, receiver: victim, isTls: true, ...everything }
      const size = isSmall ? { turns: 1, batches: 100 } : { turns: 8, batches: 400 }
      const options = { stackDir: dir, gateway, seed: seed + 4_000, isSmall, ...size }
      await proveBeside(proof, client, certificates, one, report, options)
    }
    if (only.includes('rate')) {
      const one: ProofExport = { id: 8, receiver: many, isTls: true, ...everything }
      await proveRate(api, load, client, certificates, one, report, { dir: folder, seed: seed + 3_000, events })
    }
    if (only.includes('many')) {
      const one: ProofExport = { id: 7, receiver: many, isTls: true, ...everything }
      await proveManyExports(proof, load, client, certificates, one, report, { seed: seed + 2_000, events })
    }
  } finally {
    for (const receiver of receivers) await receiver.stop()
  }
}
