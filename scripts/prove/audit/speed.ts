import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { memoryFlags } from '../../../apps/appliance/src/supervise/launch.ts'
import type { Stack } from '../../stack/stack.ts'
import { signIn } from '../accounts/administrator.ts'
import { createLoad } from '../harness/load.ts'
import { quantile } from '../harness/quantile.ts'
import type { Report } from '../harness/report.ts'
import { startLoadClient } from '../search/load-client.ts'
import type { LoadResult } from '../search/load-process.ts'
import { perEvent, stageTimes } from '../harness/stage-times.ts'

const LEAST_RATIO = 0.97
const EVENTS = 20_000
const CONNECTIONS = 4
const HEAP_MEBIBYTES = 256
/** Microseconds per search; smaller shares are not reported. */
const LEAST_TOLD = 5

/** Typical searches with bounds that no two requests share, so that nothing is cached. */
const since = { range: { '@timestamp': { gte: '@1000000000000@', format: 'epoch_millis' } } }
const bodies = [
  { size: 10, query: { bool: { must: [{ match: { event_type: 'alert' } }], filter: [since] } } },
  { size: 0, query: { bool: { filter: [since] } }, aggs: { sources: { terms: { field: 'src_ip', size: 10 } } } },
  { size: 20, query: { bool: { filter: [since] } }, sort: [{ '@timestamp': 'desc' }] },
].map((body) => JSON.stringify(body))

interface Copy {
  port: number
  child: ChildProcess
}

interface Turn extends LoadResult {
  /** CPU time per search in microseconds, by process. */
  stages: Record<string, number>
}

/** Two API instances, one without the audit of searches, alternate under the same load. */
export async function proveSpeed(
  stack: Stack,
  report: Report,
  { rounds, isSmall }: { rounds: number; isSmall: boolean },
): Promise<void> {
  const { ca, token } = await signIn(stack)
  const gateway = `https://127.0.0.1:${stack.state.config.gatewayPort}`
  await createLoad({ stackDir: stack.folder.root, gateway }).send(77, EVENTS)
  using load = startLoadClient()
  const audited = await startCopy(stack, 'with')
  const silent = await startCopy(stack, 'without')

  async function run({ port, child }: Copy): Promise<Turn> {
    const spent = () => stageTimes(stack.folder, { searching: [child.pid ?? 0] })
    const before = spent()
    const result = await load.run({
      origin: `https://localhost:${port}`,
      ca,
      path: '/api/data/es/search',
      headers: [['api-key', token, 'content-type', 'application/json']],
      bodies,
      connections: CONNECTIONS,
      seconds: isSmall ? 2 : 10,
    })
    return { ...result, stages: perEvent(before, spent(), result.requests) }
  }

  const pairs: { ours: Turn; bare: Turn }[] = []
  try {
    for (const copy of [audited, silent]) await run(copy)
    for (let round = 0; round < rounds; round += 1) {
      // Alternate the order, so that a drift during the run favours neither.
      if (round % 2 === 0) pairs.push({ ours: await run(audited), bare: await run(silent) })
      else {
        const bare = await run(silent)
        pairs.push({ ours: await run(audited), bare })
      }
    }
  } finally {
    for (const { child } of [audited, silent]) child.kill()
  }
  tell(report, pairs, isSmall)
}

function tell(report: Report, pairs: readonly { ours: Turn; bare: Turn }[], isSmall: boolean): void {
  const ratio = middle(pairs.map(({ ours, bare }) => ours.perSecond / bare.perSecond))
  const extra = middle(pairs.map(({ ours, bare }) => ours.p50 - bare.p50))
  report.figure('search_ratio', ratio)
  report.figure('search_extra_p50_ms', extra)
  for (const stage of Object.keys(pairs[0]?.ours.stages ?? {})) {
    const spent = (side: 'ours' | 'bare') => middle(pairs.map((pair) => pair[side].stages[stage] ?? 0))
    const [ours, bare] = [spent('ours'), spent('bare')]
    if (ours < LEAST_TOLD && bare < LEAST_TOLD) continue
    report.step(
      `  ${stage}: ${ours.toFixed(0)} µs of processor time for each search with the audit, ${bare.toFixed(0)} without`,
    )
    report.figure(`${stage.replaceAll('-', '_')}_extra_us`, ours - bare)
  }
  const failures = pairs.flatMap(({ ours, bare }) =>
    [ours, bare].flatMap(({ statuses }) => Object.keys(statuses).filter((status) => status !== '200')),
  )
  const rates = pairs.map(({ ours, bare }) => `${ours.perSecond.toFixed(0)}:${bare.perSecond.toFixed(0)}`)
  report.check(
    `searches with the audit reach ${ratio.toFixed(3)} of those without`,
    failures.length === 0 && (isSmall || ratio >= LEAST_RATIO),
    `${rates.join(' ')} a second; median ${extra.toFixed(2)} ms more`,
  )
}

const middle = (values: readonly number[]): number => quantile(values, 0.5)

async function startCopy({ folder }: Stack, how: 'with' | 'without'): Promise<Copy> {
  // With the appliance's heap limit, because it affects the cost of caching.
  const execArgv = memoryFlags('api', HEAP_MEBIBYTES)
  const file = fileURLToPath(new URL('./api-process.ts', import.meta.url))
  const child = fork(file, [folder.environment, how], { execArgv })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { port, child }
}
