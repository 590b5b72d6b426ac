import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from '../metrics.ts'

const NANOSECONDS = 1e9
const MICROSECONDS = 1e6
const RESOLUTION_MS = 50

/** The metrics of every process. */
export function observeProcess(metrics: Pick<Metrics, 'gauge' | 'total'>): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  metrics.total('process_cpu_seconds_total', 'Processor time that this process has used.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / MICROSECONDS
  })
  metrics.gauge('process_resident_bytes', 'Memory of this process.', [], () => process.memoryUsage.rss())
  metrics.gauge('process_started_seconds', 'When this process was started, as seconds since 1970.', [], () =>
    Math.round(performance.timeOrigin / 1_000),
  )
  metrics.gauge(
    'process_event_loop_delay_seconds',
    'The longest that something had to wait for its turn in this process, since this was last asked.',
    [],
    () => {
      // It measures from one sample to the next, including the pause between them.
      const longest = Math.max(0, delay.max / NANOSECONDS - RESOLUTION_MS / 1_000)
      delay.reset()
      return longest
    },
  )
}
