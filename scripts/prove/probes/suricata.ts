import { execFileSync } from 'node:child_process'
import { hash, X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@watchpost/servers'
import type { ApiClient } from '../harness/api-client.ts'
import { ALL_INDEXES } from '../harness/judge.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { createAgent, enrolAgent } from './agents/agent.ts'
import { countOfProbe, documentsOfProbe, lineDigestOf } from './found-lines.ts'
import type { ProbeClient } from './probe-client.ts'
import { startSuricata } from './sensor/suricata.ts'
import { traffic } from './sensor/traffic.ts'
import { breakUploads, checkUploads } from './uploads.ts'

/** Unpacks Suricata and the replay tool into the cache. */
const installer = join(import.meta.dirname, 'install-sensor')
const KINDS = ['alert', 'dns', 'http', 'tls', 'fileinfo'] as const
const PACKETS_PER_SECOND = 4_000

export interface SuricataOptions {
  dir: string
  gateway: string
  sessions: number
  patienceMs: number
}

/**
 * A real Suricata sees replayed traffic, and the real agent, enrolled with a code, follows its file across a rotation:
 * every line is found once, at its number, and every file that Suricata stored is uploaded.
 */
export async function proveSuricata(
  { stack, api }: ProofStack,
  probes: ProbeClient,
  report: Report,
  { dir, gateway, sessions, patienceMs }: SuricataOptions,
): Promise<void> {
  execFileSync(installer, { stdio: 'inherit' })
  const folder = join(dir, 'suricata')
  const suricata = await startSuricata(folder)
  const agent = createAgent({
    dir: join(dir, 'suricata-agent'),
    appliance: gateway,
    fqdn: 'suricata.example.test',
    eve: suricata.eve,
  })
  const rotated = `${suricata.eve}.1`
  try {
    const id = await enrolAgent(agent, probes)
    await agent.start()
    const certificate = new X509Certificate(readFileSync(stack.folder.ca)).raw
    const half = Math.ceil(sessions / 2)
    for (const first of [0, half]) {
      const capture = join(folder, `traffic-${first}.pcap`)
      writeFileSync(capture, traffic({ first, sessions: half, certificate }))
      report.step(`replaying ${half} sessions to Suricata`)
      const replayed = suricata.replay(capture, PACKETS_PER_SECOND)
      if (first > 0) await breakUploads(stack, agent, report)
      await replayed
      if (first === 0) await suricata.rotate(rotated)
    }
    // Its counters are sent with the next health report.
    const hasCapture = async () => (await probes.find(id)).health?.capture != null
    await waitUntil(hasCapture, { withinMs: 60_000 })
    // Suricata writes its remaining flows when it stops.
    await suricata.stop()
    const lines = [rotated, suricata.eve].flatMap((file) => readFileSync(file, 'utf8').split('\n').slice(0, -1))
    await checkLines(api, id, lines, patienceMs, report)
    await checkLedger(probes, id, lines.length, report)
    await checkUploads(stack, { folder, probeId: id, patienceMs }, report)
    const { health } = await probes.find(id)
    report.check(
      'the probe reports what Suricata captured',
      (health?.capture?.packets ?? 0) > 0,
      JSON.stringify(health?.capture ?? null),
    )
    report.figure('suricata_lines', lines.length)
    report.figure('suricata_agent_mib', agent.highestMebibytes())
  } finally {
    await agent.stop()
    await suricata.stop()
  }
}

async function checkLines(
  api: ApiClient,
  id: number,
  lines: readonly string[],
  patienceMs: number,
  report: Report,
): Promise<void> {
  await waitUntil(async () => (await countOfProbe(api, id)) >= lines.length, { withinMs: patienceMs })
  const seen = new Set<number>()
  let wrong = 0
  for await (const hit of documentsOfProbe(api, id)) {
    const { sequence } = hit._source.ingest as { sequence: number }
    if (seen.has(sequence) || lineDigestOf(hit) !== digestOfLine(lines[sequence])) wrong++
    seen.add(sequence)
  }
  const missing = lines.filter((_, number) => !seen.has(number)).length
  report.check(
    'every line that Suricata wrote is found, at its number, whole, once',
    wrong + missing === 0 && seen.size === lines.length,
    `${seen.size} of ${lines.length}, ${missing} missing, ${wrong} wrong`,
  )
  for (const kind of KINDS) {
    const written = lines.filter((line) => (JSON.parse(line) as { event_type: string }).event_type === kind).length
    const query = { bool: { filter: [{ term: { 'probe.id': id } }, { term: { event_type: kind } }] } }
    const found = await api.count(ALL_INDEXES, { query })
    report.check(`events of kind ${kind} can be searched for`, found > 0 && found === written, `${found} of ${written}`)
  }
}

function digestOfLine(line: string | undefined): string {
  return line === undefined ? '' : hash('sha256', JSON.stringify(JSON.parse(line)), 'hex').slice(0, 16)
}

async function checkLedger(probes: ProbeClient, id: number, lines: number, report: Report): Promise<void> {
  const isExact = async () => {
    const { totals } = await probes.ledger(id)
    return totals.indexed === lines && totals.received === lines && totals.missing + totals.waiting === 0
  }
  const isHeld = await waitUntil(isExact, { withinMs: 20_000 })
  report.check('the ledger has exactly these lines', isHeld, JSON.stringify((await probes.ledger(id)).totals))
}
