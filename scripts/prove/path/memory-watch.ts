import type { StackFolder } from '../../stack/stack-folder.ts'
import { livingProcesses } from '../../stack/stack-folder.ts'
import { residentMebibytes } from '../harness/resident-memory.ts'

const EVERY_MS = 1_000
/**
 * By then a service has loaded its code, and its heap has reached the size that the load needs. Measured per half
 * minute of its life, an indexer had 186, 218, 221, 226 and 221 MiB.
 */
const WARM_AFTER_S = 60
const PART_S = 30
const SERVICES = /^(gateway|indexer|clusters|exporter|api)/

/** Watches the memory of our services. Growth is what a process adds after warm-up, in MiB. */
export function startMemoryWatch(folder: StackFolder) {
  const series = new Map<string, { name: string; values: number[] }>()
  const timer = setInterval(() => {
    for (const [name, pid] of livingProcesses(folder)) {
      if (!SERVICES.test(name)) continue
      const megabytes = residentMebibytes(pid)
      if (megabytes === undefined) continue
      const key = `${name}/${pid}`
      const own = series.get(key) ?? { name, values: [] }
      own.values.push(megabytes)
      series.set(key, own)
    }
  }, EVERY_MS)

  return {
    /** `courses`: for each process, its maximum in every half minute of its life. */
    stop(): { growth: number; highest: number; byService: Record<string, number>; courses: string[] } {
      clearInterval(timer)
      const byService: Record<string, number> = {}
      let highest = 0
      for (const { name, values } of series.values()) {
        highest = Math.max(highest, ...values)
        const warm = Math.max(...values.slice(0, WARM_AFTER_S))
        const later = values.slice(WARM_AFTER_S)
        const service = name.replace(/-\d+$/, '')
        if (later.length > 0) byService[service] = Math.max(byService[service] ?? 0, Math.max(...later) - warm)
      }
      const courses = [...series.values()].map(({ name, values }) => `${name}: ${course(values).join(' ')}`)
      return { growth: Math.max(0, ...Object.values(byService)), highest, byService, courses }
    },
  }
}

function course(values: readonly number[]): number[] {
  const starts = Array.from({ length: Math.ceil(values.length / PART_S) }, (_, part) => part * PART_S)
  return starts.map((start) => Math.max(...values.slice(start, start + PART_S)))
}
