import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@watchpost/servers'
import type { RunOptions } from '../command/proof.ts'
import { type ProofStack, startProofStack } from '../harness/stack/proof-stack.ts'
import { createReport, type Report } from '../harness/report.ts'
import { withSettings } from '../harness/stack/with-settings.ts'
import { buildAgent } from './agents/build-agent.ts'
import { proveCertificates } from './certificates/certificates.ts'
import { proveProbeFaults } from './faults.ts'
import { proveIngest } from './ingest/ingest.ts'
import { proveMany } from './many.ts'
import { proveMutated } from './mutated.ts'
import { createProbeClient } from './probe-client.ts'
import { proveSegments } from './segments/segments.ts'
import { proveSteady } from './steady/steady.ts'
import { proveSuricata } from './suricata.ts'

export type ProbePart = 'certificates' | 'suricata' | 'many' | 'mutated' | 'faults' | 'ingest' | 'segments' | 'steady'

const RESTARTED_WITHIN_MS = 120_000
/** CI runs two proofs at once: catching up then took up to three times as long as alone. */
const SMALL_LENIENCY = 3
/** Certificates with this lifetime are renewed every 40 s. */
const SHORT_LIFE = { GATEWAY_CERTIFICATE_MINUTES: '1' }

/**
 * From a real sensor through real agents to the index: nothing lost, nothing duplicated, everything accounted for;
 * authentication; as many probes as one gateway must handle; hostile lines; and the cost.
 */
export async function proveProbes({ dir, isSmall, seed, events, only, options }: RunOptions<ProbePart>): Promise<void> {
  const report = createReport('probes')
  if (only.includes('segments')) await proveSegments(report, { isSmall })
  if (only.every((part) => part === 'segments')) return report.end()
  buildAgent()
  process.env.WATCHPOST_STACK_PROBES ??= only.includes('steady') ? '8' : '0'
  const isFirstShort = only.includes('certificates')
  const start = () => startProofStack({ dir })
  await using proof = isFirstShort ? await withShortLife(start) : await start()
  const folder = join(proof.stack.folder.root, 'proof')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const gateway = `https://127.0.0.1:${proof.stack.state.config.gatewayPort}`
  const common = { dir: folder, gateway, seed }
  const probes = createProbeClient(proof.api)
  const patienceMs = isSmall ? 180_000 : 1_800_000

  if (only.includes('certificates')) {
    await proveCertificates(proof, probes, report, {
      ...common,
      renewals: isSmall ? 1 : 4,
      rounds: isSmall ? 2 : 20,
    })
    if (only.length > 1) await restartServices(proof, report)
  }
  if (only.includes('suricata')) {
    await proveSuricata(proof, probes, report, { ...common, sessions: isSmall ? 800 : 20_000, patienceMs })
  }
  if (only.includes('mutated')) {
    const lines = events ?? (isSmall ? 20_000 : 1_000_000)
    await proveMutated(proof, probes, report, { ...common, lines, patienceMs })
  }
  if (only.includes('faults')) {
    await proveProbeFaults(proof, report, {
      ...common,
      agents: 8,
      atLeast: events ?? (isSmall ? 20_000 : 2_000_000),
      perSecond: isSmall ? 250 : 2_000,
      leniency: isSmall ? SMALL_LENIENCY : 1,
      counts: isSmall
        ? { agentKills: 2, gatewayKills: 2, otherKills: 1, unreachableMs: 10_000, rotations: 4 }
        : { agentKills: 20, gatewayKills: 20, otherKills: 5, unreachableMs: 300_000, rotations: 20 },
    })
  }
  if (only.includes('many')) {
    await proveMany(proof, probes, report, {
      ...common,
      isSmall,
      ...(isSmall
        ? { probes: 500, processes: 1, steadySeconds: 11, turns: 2, turnSeconds: 3 }
        : { probes: 10_000, processes: 4, steadySeconds: 120, turns: 5, turnSeconds: 15 }),
    })
  }
  if (only.includes('ingest')) {
    const size = isSmall
      ? { events: events ?? 20_000, turns: 1, warmUps: 0, freshSeconds: 10 }
      : { events: events ?? 200_000, turns: 4, warmUps: 2, freshSeconds: 300, against: options.against ?? 'HEAD~1' }
    await proveIngest(proof, probes, report, { ...common, ...size })
  }
  if (only.includes('steady')) {
    const size = isSmall ? { warmUpSeconds: 5, seconds: 10 } : { warmUpSeconds: 60, seconds: 120 }
    await proveSteady(proof, report, {
      ...common,
      dir,
      rates: isSmall ? [100, 300] : [250, 500, 1_000, 2_000],
      ...size,
    })
  }
  report.end()
}

async function withShortLife(start: () => Promise<ProofStack>): Promise<ProofStack> {
  let proof: ProofStack | undefined
  await withSettings(SHORT_LIFE, async () => {
    proof = await start()
  })
  if (!proof) throw new Error('the stack did not start')
  return proof
}

/** With the usual certificate lifetime: an hour without a gateway must not lock a probe out. */
async function restartServices({ stack }: ProofStack, report: Report): Promise<void> {
  report.step('the services start again, with the usual life of certificates')
  await stack.appliance.stop()
  await stack.appliance.start()
  const isWell = async () => (await stack.appliance.problem()) === undefined
  if (!(await waitUntil(isWell, { withinMs: RESTARTED_WITHIN_MS }))) throw new Error('the services did not start')
}
