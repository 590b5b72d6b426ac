import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@watchpost/servers'
import type { ApiClient } from '../harness/api-client.ts'
import { createChance } from '../harness/chance.ts'
import { linesOf } from '../harness/lines-of.ts'
import { createFaultDriver } from '../path/fault-driver.ts'
import type { Fault, FaultTarget } from '../path/fault-plan.ts'
import { startTcpProxy } from '../path/tcp-proxy.ts'
import { connectApi, type ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { type Agent, createAgent, enrolAgent } from './agents/agent.ts'
import { startEveWriter } from './agents/eve-writer.ts'
import { type Comparison, compareLines, countOfProbe } from './found-lines.ts'
import { createProbeClient, type ProbeClient } from './probe-client.ts'

export interface ProbeFaultCounts {
  agentKills: number
  gatewayKills: number
  /** Kills of broker, indexer and engine, each. */
  otherKills: number
  unreachableMs: number
  rotations: number
}

export interface ProbeFaultsOptions {
  dir: string
  gateway: string
  agents: number
  atLeast: number
  perSecond: number
  seed: number
  counts: ProbeFaultCounts
  /** Factor on the time allowed for catching up, while other proofs use the machine. */
  leniency: number
}

/** Allowed time to catch up: a minute plus the backlog at 6,000 events a second. */
const CATCH_UP_S = 60
const CATCH_UP_RATE = 6_000
const PATIENCE_S = 1_200
const MOST_AGENT_MIB = 150

interface Member {
  id: number
  agent: Agent
  digests: string
}

/** Agents follow growing files while everything between them and the index fails in turn. */
export async function proveProbeFaults(
  proof: ProofStack,
  report: Report,
  { dir, gateway, agents, atLeast, perSecond, seed, counts, leniency }: ProbeFaultsOptions,
): Promise<void> {
  const proxy = await startTcpProxy([Number(new URL(gateway).port)])
  const members = await enrolAll(createProbeClient(proof.api), dir, `https://127.0.0.1:${proxy.port}`, agents)
  await Promise.all(members.map(({ agent }) => agent.start()))
  const writer = startEveWriter({
    files: members.map(({ agent, digests }, turn) => ({ eve: agent.eve, digests, number: turn + 1 })),
    seed,
    atLeast,
    perSecond,
    rotations: counts.rotations,
  })
  try {
    const driver = createFaultDriver(proof.stack, proxy, report)
    const chance = createChance(seed)
    const kills = (target: FaultTarget, count: number): Fault[] =>
      Array.from({ length: count }, () => ({ kind: 'kill', target, copy: 0, restMs: 500 + chance.below(3_000) }))

    await sleep(3_000)
    const first = members[0]
    first?.agent.keepSpool()
    await Promise.all([
      driver.run([...kills('gateway', counts.gatewayKills), ...kills('broker', counts.otherKills)]),
      driver.run([...kills('indexer', counts.otherKills), ...kills('engine', counts.otherKills)]),
      killAgents(members, counts.agentKills, chance, report),
    ])
    if (first) await restoreSpool(first.agent, report)
    report.step(`gateway out of reach for ${counts.unreachableMs / 1_000} s`)
    proxy.cut()
    await sleep(counts.unreachableMs)
    proxy.mend()
    const written = await writer.finish()
    report.step(`the last fault has ended; ${written.lines} lines were written`)

    const api = await connectApi(proof.stack)
    await checkCaughtUp(api, members, { lines: written.lines, leniency }, report)
    report.figure('faults_lines', written.lines)
    report.figure('faults_lines_per_second', written.lines / written.seconds)
    await checkLines(api, members, written.lines, report)
    await checkLedgers(createProbeClient(api), members, report)
    api.close()
    const highest = Math.max(...members.map(({ agent }) => agent.highestMebibytes()))
    report.figure('faults_agent_mib', highest)
    report.check(`an agent takes at most ${MOST_AGENT_MIB} MB`, highest * 1.048576 <= MOST_AGENT_MIB, `${highest} MiB`)
  } finally {
    writer.kill()
    for (const { agent } of members) await agent.stop()
    proxy.stop()
  }
}

async function enrolAll(probes: ProbeClient, dir: string, appliance: string, count: number): Promise<Member[]> {
  const members: Member[] = []
  for (let turn = 0; turn < count; turn++) {
    const folder = join(dir, `agent-${turn}`)
    const agent = createAgent({ dir: folder, appliance, fqdn: `agent-${turn}.example.test` })
    members.push({ id: await enrolAgent(agent, probes), agent, digests: join(folder, 'digests') })
  }
  return members
}

async function killAgents(
  members: readonly Member[],
  kills: number,
  chance: ReturnType<typeof createChance>,
  report: Report,
): Promise<void> {
  for (let turn = 0; turn < kills; turn++) {
    const { agent } = chance.pick(members)
    report.step(`kill -9 ${agent.fqdn}`)
    await agent.kill9()
    await sleep(chance.below(1_000))
    await agent.start()
    await sleep(1_000 + chance.below(4_000))
  }
}

async function restoreSpool(agent: Agent, report: Report): Promise<void> {
  report.step(`the spool of ${agent.fqdn} comes back from an older copy`)
  await agent.kill9()
  agent.restoreSpool()
  await agent.start()
}

async function checkCaughtUp(
  api: ApiClient,
  members: readonly Member[],
  { lines, leniency }: { lines: number; leniency: number },
  report: Report,
): Promise<void> {
  const count = async () => {
    const counts = await Promise.all(members.map(({ id }) => countOfProbe(api, id).catch(() => 0)))
    return counts.reduce((sum, each) => sum + each, 0)
  }
  const startedAt = Date.now()
  const backlog = Math.max(0, lines - (await count()))
  const allowed = (CATCH_UP_S + backlog / CATCH_UP_RATE) * leniency
  // Wait longer than allowed, because being late and losing events are separate findings.
  await waitUntil(async () => (await count()) >= lines, { withinMs: (allowed + PATIENCE_S) * 1_000, everyMs: 250 })
  const seconds = (Date.now() - startedAt) / 1_000
  report.figure('faults_backlog', backlog)
  report.figure('faults_caught_up_seconds', seconds)
  report.check(
    'caught up after the last fault',
    seconds <= allowed,
    `${seconds.toFixed(1)} s of ${allowed.toFixed(1)} s`,
  )
}

async function checkLines(api: ApiClient, members: readonly Member[], lines: number, report: Report): Promise<void> {
  const sum: Comparison = { lines: 0, found: 0, missing: 0, surplus: 0 }
  for (const { id, digests } of members) {
    const { lines: written, found, missing, surplus } = await compareLines(api, id, digests)
    sum.lines += written
    sum.found += found
    sum.missing += missing
    sum.surplus += surplus
  }
  report.check(
    'every line that was written is found, whole, once',
    sum.lines === lines && sum.found === lines && sum.missing + sum.surplus === 0,
    `${sum.found} of ${lines}, ${sum.missing} missing, ${sum.surplus} too many`,
  )
}

async function checkLedgers(probes: ProbeClient, members: readonly Member[], report: Report): Promise<void> {
  const wrong: string[] = []
  let received = 0
  for (const { id, agent, digests } of members) {
    const lines = await countLines(digests)
    const isExact = async () => {
      const { totals } = await probes.ledger(id)
      const { missing, waiting, dead_lettered, expired, abandoned } = totals
      return (
        totals.received === lines &&
        totals.indexed === lines &&
        missing + waiting + dead_lettered + expired + abandoned === 0
      )
    }
    const isHeld = await waitUntil(isExact, { withinMs: 20_000 })
    const { totals } = await probes.ledger(id)
    received += totals.received
    if (!isHeld) wrong.push(`${agent.fqdn}: ${JSON.stringify(totals)} of ${lines}`)
  }
  report.check('the ledger is complete and exact', wrong.length === 0, wrong.join(' ') || `${received} received`)
}

async function countLines(path: string): Promise<number> {
  let count = 0
  for await (const _line of linesOf(path)) count++
  return count
}
