import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '@watchpost/servers'
import type { OpenDataset } from '../../dataset/open-dataset.ts'
import { endChild } from '../harness/end-child.ts'
import { compilerSeconds, cpuSeconds } from '../harness/processor-time.ts'
import type { Report } from '../harness/report.ts'
import { makeKeys } from './api-calls.ts'
import { type SpeedCase, speedCases } from './cases.ts'
import { type LoadClient, startLoadClient } from './load-client.ts'
import { type ProofApi, startProofApi } from './proof-api.ts'

/** The most that the proxy may take of the CPU time of a search (ADR 0034). */
const MOST_SHARE = 0.05
const PROXY = '/lib/systemd/systemd-socket-proxyd'

export interface ProxyOptions {
  report: Report
  dataset: OpenDataset
  /** Connected to the engine by TCP. */
  api: ProofApi
  isSmall: boolean
}

/** Searches by TCP and, in turn, through the proxy that the packages put in front of the engine. */
export async function measureProxy({ report, dataset, api, isSmall }: ProxyOptions): Promise<void> {
  report.step('API behind the proxy of the engine')
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-proxy-'))
  const socket = join(folder, 'engine.sock')
  const child = spawn('systemd-socket-activate', [`--listen=${socket}`, PROXY, new URL(dataset.url).host], {
    stdio: 'ignore',
  })
  try {
    if (!(await waitUntil(() => existsSync(socket), { withinMs: 10_000 }))) throw new Error('there is no socket')
    const { generations } = dataset.meta
    await using proxied = await startProofApi({ engineUrl: `http+unix://${socket}`, generations })
    using load = startLoadClient()
    const sides = await Promise.all([sideOf(api), sideOf(proxied, child)])
    for (const each of speedCases(Date.parse(dataset.meta.to))) {
      if (each.leastRatio === undefined || each.isEachCaller) continue
      await measureCase({ report, load, dataset, isSmall }, each, sides)
    }
  } finally {
    await endChild(child)
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Side {
  api: ProofApi
  key: string
  /** CPU seconds of the proxy so far. */
  proxySeconds: () => number
}

async function sideOf(api: ProofApi, proxy?: ChildProcess): Promise<Side> {
  const [key = ''] = await makeKeys(api, 1, 'proxy')
  return { api, key, proxySeconds: () => (proxy?.pid === undefined ? 0 : cpuSeconds(proxy.pid)) }
}

interface Cost {
  api: number
  engine: number
  proxy: number
}

type Stage = Omit<ProxyOptions, 'api'> & { load: LoadClient }

async function measureCase(
  { report, load, dataset, isSmall }: Stage,
  each: SpeedCase,
  sides: readonly Side[],
): Promise<void> {
  const engine = () => cpuSeconds(dataset.pid()) - compilerSeconds(dataset.pid())
  const run = async ({ api, key, proxySeconds }: Side, seconds: number): Promise<Cost> => {
    const before = [cpuSeconds(api.plainPid), engine(), proxySeconds()]
    const { requests, statuses } = await load.run({
      origin: api.plainUrl,
      path: `/api/data/es/search?index=${each.index}`,
      headers: [['content-type', 'application/json', 'api-key', key]],
      bodies: each.bodies.map((body) => JSON.stringify(body)),
      connections: each.connections,
      seconds,
    })
    if (statuses[200] !== requests) throw new Error(`not all were answered: ${JSON.stringify(statuses)}`)
    const after = [cpuSeconds(api.plainPid), engine(), proxySeconds()]
    const [ofApi = 0, ofEngine = 0, ofProxy = 0] = after.map((value, at) => (value - (before[at] ?? 0)) / requests)
    return { api: ofApi, engine: ofEngine, proxy: ofProxy }
  }

  for (const side of sides) await run(side, isSmall ? 2 : 5)
  const costs: Cost[][] = sides.map(() => [])
  for (let round = 0; round < (isSmall ? 2 : 5); round++) {
    for (const [at, side] of sides.entries()) costs[at]?.push(await run(side, isSmall ? 2 : 5))
  }
  const [direct, proxied] = costs.map(mean)
  if (!direct || !proxied) throw new Error('nothing was measured')
  const total = ({ api, engine: ofEngine, proxy }: Cost) => api + ofEngine + proxy
  const share = proxied.proxy / total(proxied)
  const told = (cost: Cost) =>
    Object.entries(cost)
      .map(([name, value]: [string, number]) => `${name} ${Math.round(value * 1e6)}`)
      .join(', ')
  report.check(
    `${each.name}: the proxy takes ${(share * 100).toFixed(1)}% of the CPU time`,
    share <= MOST_SHARE,
    `µs of a search: ${told(proxied)}; by TCP ${told(direct)}; ${(total(proxied) / total(direct)).toFixed(3)} of it`,
  )
}

function mean(costs: readonly Cost[]): Cost {
  const of = (part: keyof Cost) => costs.reduce((sum, cost) => sum + cost[part], 0) / Math.max(1, costs.length)
  return { api: of('api'), engine: of('engine'), proxy: of('proxy') }
}
