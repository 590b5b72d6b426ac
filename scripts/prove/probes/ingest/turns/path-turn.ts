import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Stack } from '../../../../stack/stack.ts'
import { engineUrl } from '../../../harness/stack/proof-stack.ts'
import { type Agent, createAgent, enrolAgent } from '../../agents/agent.ts'
import type { ProbeClient } from '../../probe-client.ts'
import { refreshInterval, storedBytes } from '../like-ours.ts'
import { measureStages } from './measure-stages.ts'
import { type Counted, searchableWithin } from './time-to-searchable.ts'
import type { Turn, TurnLoad } from './turn.ts'
import { watchIndex } from './watch-index.ts'

/** A stack that agents send to: of this commit or an earlier one, with the agent of that commit. */
export interface Site {
  name: string
  stack: Stack
  probes: ProbeClient
  gateway: string
  /** The agent's executable; by default that of this commit. */
  executable?: string
}

export interface PathTurn extends Turn {
  /** The appliance's refresh interval for most of the turn. */
  refresh: string
}

/** More than any probe sends, so that the gateway's rate limit is not measured. */
export const UNLIMITED = 1_000_000
const INDEX = 'network_events-*'
const ALL = `${INDEX},alerts-*`
const SAMPLE_MS = 1_000

/** Four agents read their files and send them through gateway, log and indexer. */
export async function pathTurn(site: Site, load: TurnLoad): Promise<PathTurn> {
  const { stack } = site
  const engine = engineUrl(stack)
  const { agents, ids } = await enrolAll(site, load)
  const bytesBefore = await storedBytes(engine, ALL)
  const sampled = sampleRefresh(engine)
  let watched: Awaited<ReturnType<typeof watchIndex>> | undefined
  try {
    const measured = await measureStages(stack, load.events, async () => {
      const watching = watchIndex(engine, INDEX, load.events)
      await Promise.all(agents.map((agent) => agent.start()))
      watched = await watching
      sampled.stop()
      return { agent: agents.flatMap((agent) => agent.pid() ?? []) }
    })
    if (!watched) throw new Error('nothing was watched')
    return {
      ...measured,
      perSecond: watched.perSecond,
      searchableP99Ms: searchableWithin(await arrivalsOf(engine, ids), watched.seen),
      diskPerByte: ((await storedBytes(engine, ALL)) - bytesBefore) / load.bytes,
      refresh: sampled.most(),
    }
  } finally {
    sampled.stop()
    for (const agent of agents) await agent.stop()
  }
}

async function enrolAll(
  { name, probes, gateway, executable }: Site,
  { folder, files, turn }: TurnLoad,
): Promise<{ agents: Agent[]; ids: number[] }> {
  const agents: Agent[] = []
  const ids: number[] = []
  for (const [place, file] of files.entries()) {
    const own = `${name}-${turn}-${place}`
    const agent = createAgent({
      dir: join(folder, own),
      appliance: gateway,
      fqdn: `${own}.example.test`,
      ...(executable && { executable }),
    })
    const id = await enrolAgent(agent, probes)
    await probes.limit(id, UNLIMITED)
    cpSync(file, agent.eve)
    agents.push(agent)
    ids.push(id)
  }
  return { agents, ids }
}

/** When the events of these probes arrived at the gateway. */
async function arrivalsOf(engine: string, probes: readonly number[]): Promise<Counted[]> {
  const response = await fetch(`${engine}/${INDEX}/_search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      size: 0,
      query: { terms: { 'probe.id': probes } },
      aggs: { at: { date_histogram: { field: 'timestamp_received', fixed_interval: '100ms', min_doc_count: 1 } } },
    }),
  })
  const { aggregations } = (await response.json()) as {
    aggregations: { at: { buckets: { key: number; doc_count: number }[] } }
  }
  return aggregations.at.buckets.map(({ key, doc_count: count }) => ({ at: key, count }))
}

/** Samples the refresh interval every second: the appliance adapts it to its load. */
function sampleRefresh(engine: string) {
  const samples = new Map<string, number>()
  const timer = setInterval(() => {
    refreshInterval(engine).then(
      (found) => samples.set(found, (samples.get(found) ?? 0) + 1),
      () => undefined,
    )
  }, SAMPLE_MS)
  return {
    stop: () => clearInterval(timer),
    most: () => [...samples].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '1s',
  }
}
