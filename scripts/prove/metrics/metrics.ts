import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { stackFolder } from '../../stack/stack-folder.ts'
import { reset } from '../../stack/down.ts'
import type { RunOptions } from '../command/proof.ts'
import { createLoad } from '../harness/load.ts'
import { mountSmallDisk } from '../path/full-disk.ts'
import { startProofStack } from '../harness/stack/proof-stack.ts'
import { createReport, type Report } from '../harness/report.ts'
import { startSink } from '../syslog/receivers/sink.ts'
import { proveAlerts } from './alerts.ts'
import { proveCatalogue } from './catalogue.ts'
import { type Collector, startCollector } from './receivers/collector.ts'
import { proveCost } from './cost.ts'
import { failures } from './failures.ts'
import { proveInterface } from './interface.ts'
import { createMetricsClient } from './metrics-client.ts'
import { createNetdata } from './receivers/netdata.ts'
import { createPrometheus } from './receivers/prometheus.ts'
import { proveRules } from './rules.ts'
import { proveSameValues } from './same-values.ts'
import { proveStreamed } from './streamed.ts'
import { proveTraces } from './traces.ts'

export type MetricsPart = 'rules' | 'interface' | 'catalogue' | 'streamed' | 'values' | 'traces' | 'alerts' | 'cost'
type Options = Omit<RunOptions<MetricsPart>, 'options'>

const KEY = '7f3c1a52-9d0e-4a6b-8c21-5e4f6a7b8c9d'
const DISK_MEBIBYTES = 1_024
/** Below the machine's capacity, so that the cost per event depends little on other load. */
const STEADY_RATE = 3_000
/** Rules use a twentieth of their production waits and windows. */
const FASTER = 20

/**
 * Runs the appliance with a real Netdata and a real Prometheus: its values arrive there whatever breaks; each failure
 * raises only its own alerts; one event and one search can be traced; and the cost of all this.
 */
export async function proveMetrics({ only, ...options }: Options): Promise<void> {
  const report = createReport('metrics')
  execFileSync('scripts/prove/metrics/install-watchers', { stdio: 'inherit' })
  // Runs while the stack starts.
  const rules = only.includes('rules') ? proveRules(report) : undefined
  rules?.catch(() => undefined)
  if (only.includes('interface')) proveInterface(report)
  const onStack = only.filter((part) => part !== 'rules' && part !== 'interface')
  if (onStack.length > 0) await withStack({ only: onStack, ...options }, report)
  await rules
  report.end()
}

async function withStack({ dir, isSmall, seed, only, events }: Options, report: Report): Promise<void> {
  const collector = await startCollector()
  const isTraced = only.includes('traces')
  const isOnSmallDisk = only.includes('alerts')
  if (isOnSmallDisk) await reset(dir)
  const disk = isOnSmallDisk ? mountSmallDisk(join(stackFolder(dir).root, 'data'), DISK_MEBIBYTES) : undefined
  try {
    if (isTraced) traceEverything(collector)
    await using proof = await startProofStack({ dir, isKept: isOnSmallDisk })
    stopTracingEverything()
    await proveParts(proof, { dir, isSmall, seed, only, ...(events && { events }) }, collector, disk?.folder, report)
  } finally {
    disk?.unmount()
    collector.stop()
  }
}

async function proveParts(
  proof: Awaited<ReturnType<typeof startProofStack>>,
  { dir, isSmall, seed, only, events = isSmall ? 20_000 : 100_000 }: Options,
  collector: Collector,
  diskFolder: string | undefined,
  report: Report,
): Promise<void> {
  const { stack, api } = proof
  const folder = join(stack.folder.root, 'metrics')
  const base = stack.state.config.apiPort + 2_500
  const [parentPort, prometheusPort, closedPort] = [base, base + 1, base + 2] as const
  const parent = createNetdata(join(folder, 'netdata'), parentPort)
  const prometheus = createPrometheus(join(folder, 'prometheus'), {
    port: prometheusPort,
    internalPort: stack.state.config.internalPort,
    faster: FASTER,
  })
  const client = createMetricsClient(api)
  const gateway = `https://127.0.0.1:${stack.state.config.gatewayPort}`
  const load = (rate?: number) => createLoad({ stackDir: dir, gateway, ...(rate !== undefined && { rate }) })
  const target = { enabled: true, ip: '127.0.0.1', port: parentPort, iface: 'lo', key: KEY }
  const begin = async () => {
    parent.allowKeys(KEY)
    await parent.start()
    await client.put(target)
    await client.until(({ status }) => status === 'streaming', 30_000)
  }
  try {
    if (only.includes('catalogue')) await proveCatalogue(stack, report)
    if (only.includes('traces')) {
      const sink = await startSink()
      await proveTraces(proof, load(), collector, sink.port, report, seed + 700)
      sink.stop()
    }
    if (only.includes('streamed')) {
      const options = { port: parentPort, closedPort, awayMs: isSmall ? 20_000 : 300_000 }
      await proveStreamed(client, parent, report, options)
      await parent.stop()
    }
    if (only.includes('values')) {
      await begin()
      const seconds = isSmall ? 30 : 90
      const rate = 300
      const sending = load(rate).send(seed + 800, rate * (seconds + 25))
      sending.catch(() => undefined)
      await proveSameValues(proof, parent, report, seconds)
      await sending
      await parent.stop()
    }
    if (only.includes('alerts')) {
      await begin()
      await prometheus.start()
      const all = failures({ stack, api, parent, diskFolder, closedPort })
      const few = all.filter(({ alerts }) => !alerts.includes('WatchpostExportBehind'))
      await proveAlerts(prometheus, load(200), report, isSmall ? few : all, seed + 10_000)
      await prometheus.stop()
      await parent.stop()
    }
    if (only.includes('cost')) {
      await begin()
      const options = { events, turns: isSmall ? 1 : 8, seed: seed + 900_000, target, isSmall }
      await proveCost(proof, load(STEADY_RATE), client, collector, report, options)
    }
  } finally {
    await parent.stop()
    await prometheus.stop()
  }
}

function traceEverything({ url }: Collector): void {
  process.env.WATCHPOST_TRACING_ENDPOINT = url
  process.env.WATCHPOST_TRACING_EVENTS_ONE_IN = '1'
  process.env.WATCHPOST_TRACING_REQUESTS_ONE_IN = '1'
}

function stopTracingEverything(): void {
  for (const name of ['ENDPOINT', 'EVENTS_ONE_IN', 'REQUESTS_ONE_IN']) delete process.env[`WATCHPOST_TRACING_${name}`]
}
