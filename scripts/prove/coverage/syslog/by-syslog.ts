import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@watchpost/servers'
import { killService } from '../../harness/stack/kill-service.ts'
import { connectApi } from '../../harness/stack/proof-stack.ts'
import type { Report } from '../../harness/report.ts'
import { createExportClient } from '../../syslog/export-client.ts'
import { makeCertificates } from '../../syslog/receivers/make-certificates.ts'
import { createRsyslog } from '../../syslog/receivers/receivers.ts'
import { exportBody } from '../../syslog/same-events.ts'
import { enterProbes } from '../cast.ts'
import type { ClockedStack } from '../clocked-stack.ts'
import { HOUR_MS } from '../hour.ts'
import { createOracle } from '../oracle.ts'
import { createSimulatedProbe } from '../simulated-probe.ts'
import { createStatementClient } from '../statement-client.ts'
import { readStatedHours, type StatedMessage } from './stated-hours.ts'

const PROBE = 151
const EXPORT = 31
const GAP = 5
const STATED_HOURS = 24
const WITHIN_MS = 30_000
/** Longer than the exporter's polling interval. */
const QUIET_MS = 11_000
const installer = join(import.meta.dirname, '../../syslog/install-receivers')

/**
 * A cause opens, the exporter is killed, the cause ends: a real rsyslog receives the opening and the end once each.
 * Every connection starts with the last 24 hours, each once.
 */
export async function proveStatementsBySyslog({ proof, clock }: ClockedStack, report: Report): Promise<void> {
  const { stack } = proof
  execFileSync(installer, { stdio: 'inherit' })
  const folder = join(stack.folder.root, 'coverage-syslog')
  const certificates = makeCertificates(join(folder, 'pki'))
  const base = stack.state.config.apiPort + 2_000
  const receiver = createRsyslog(join(folder, 'rsyslog'), certificates, [base, base + 1])
  const exports = createExportClient(await connectApi(stack))
  const client = await createStatementClient(stack)
  const [entered] = await enterProbes(stack, report, PROBE, 1)
  if (!entered) throw new Error('no probe was entered')
  const gateway = { port: stack.state.config.gatewayPort, ca: client.ca }
  const probe = createSimulatedProbe(entered, { gateway, clock, oracle: createOracle(Number.POSITIVE_INFINITY) })
  const hour = (Math.floor(clock.now() / HOUR_MS) + 1) * HOUR_MS
  // Keep the clock away from the next hour during the check.
  await clock.moveTo(hour + HOUR_MS / 6)
  const stated = () => readStatedHours(receiver.output)
  const ofHour = () => stated().filter((each) => each.hour === hour)

  async function until(what: string, isSo: () => boolean): Promise<void> {
    if (!(await waitUntil(isSo, { withinMs: WITHIN_MS }))) throw new Error(`rsyslog has no ${what}: ${words(ofHour())}`)
  }

  try {
    await receiver.start()
    await probe.report()
    const body = { id: EXPORT, receiver, isTls: false, filters: { event_types: ['coverage'] }, expected: {} }
    await exports.put(EXPORT, exportBody(body, certificates))
    await until('statements', () => stated().length >= STATED_HOURS)
    await probe.send(GAP)
    const gap = probe.skip(GAP)
    await probe.send(GAP)
    await until('opening', () => ofHour().some(({ isMissing }) => isMissing))
    await sleep(QUIET_MS)
    const opening = ofHour()
    const before = stated().length
    await killService(stack.folder, 'exporter', WITHIN_MS)
    await until('statements after the kill', () => stated().length >= before + STATED_HOURS)
    await probe.fill(gap, GAP)
    await until('ending', () => ofHour().at(-1)?.isMissing === false)
    await sleep(QUIET_MS)
    const after = ofHour().slice(opening.length)
    report.check('rsyslog has the opening of a cause once', words(opening) === 'other, missing', words(opening))
    report.check(
      'after a kill of the exporter rsyslog has the open cause again once, and its ending once',
      words(after) === 'missing, other',
      words(after),
    )
    const hours = new Set(
      stated()
        .slice(before)
        .map((each) => each.hour),
    )
    report.check(
      'a connection begins with every hour of a day',
      hours.size === STATED_HOURS && stated().length === before + STATED_HOURS + 1,
      `${hours.size} hours in ${stated().length - before} messages`,
    )
  } finally {
    await exports.remove(EXPORT).catch(() => undefined)
    probe.close()
    client.close()
    await receiver.stop()
  }
}

function words(messages: readonly StatedMessage[]): string {
  return messages.map(({ isMissing }) => (isMissing ? 'missing' : 'other')).join(', ')
}
