import { quantile } from './quantile.ts'
import type { Series } from './read-prometheus.ts'

/** Metrics of one process at one time. */
export interface ProcessPage {
  /** For example `api-2`. For other supervisors, prefixed with their host and port. */
  process: string
  series: readonly Series[]
}

export type Where = Readonly<Record<string, string>>

/** Durations since the previous sample. */
export interface Duration {
  meanSeconds: number
  p95Seconds: number
}

export type Figures = ReturnType<ReturnType<typeof createFigures>['take']>

interface Total {
  name: string
  labels: Readonly<Record<string, string>>
  last: number
  total: number
  /** Increase since the previous sample. */
  step: number
}

/**
 * Merges the metrics pages of all processes into figures of the appliance. Counters are added up so that the sum never
 * decreases: a restarted process starts at zero, and the count of an ended process is kept.
 */
export function createFigures() {
  const totals = new Map<string, Total>()

  function count(process: string, { name, labels, value }: Series): void {
    const key = `${process} ${name} ${JSON.stringify(labels)}`
    const known = totals.get(key)
    const step = known ? value - (value >= known.last ? known.last : 0) : value
    if (known) Object.assign(known, { last: value, total: known.total + step, step: known.step + step })
    else totals.set(key, { name, labels, last: value, total: value, step })
  }

  return {
    take(pages: readonly ProcessPage[]) {
      for (const each of totals.values()) each.step = 0
      const gauges = new Map<string, Array<Series & { process: string }>>()
      for (const { process, series } of pages) {
        for (const each of series) {
          if (isCounted(each.name)) count(process, each)
          else gauges.set(each.name, [...(gauges.get(each.name) ?? []), { ...each, process }])
        }
      }
      const counted = (name: string, where: Where) =>
        [...totals.values()].filter((each) => each.name === name && fits(each.labels, where))
      const values = (name: string, where: Where = {}) =>
        (gauges.get(name) ?? []).filter(({ labels }) => fits(labels, where))

      return {
        /** Sum of a counter over all processes; undefined before the first count. */
        total(name: string, where: Where = {}): number | undefined {
          const found = counted(name, where)
          return found.length === 0 ? undefined : found.reduce((sum, { total }) => sum + total, 0)
        },
        sum(name: string, where: Where = {}): number | undefined {
          const found = values(name, where)
          return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
        },
        /** Where several processes observe the same thing, take the highest value. */
        most(name: string, where: Where = {}): number | undefined {
          const found = values(name, where)
          return found.length === 0 ? undefined : Math.max(...found.map(({ value }) => value))
        },
        least(name: string, where: Where = {}): number | undefined {
          const found = values(name, where)
          return found.length === 0 ? undefined : Math.min(...found.map(({ value }) => value))
        },
        /** Sums by a label or by process. */
        by(name: string, label: string): Map<string, number> {
          const sums = new Map<string, number>()
          for (const { labels, value, process } of values(name)) {
            const key = label === 'process' ? process : (labels[label] ?? '')
            sums.set(key, (sums.get(key) ?? 0) + value)
          }
          return sums
        },
        totalBy(name: string, label: string): Map<string, number> {
          const sums = new Map<string, number>()
          for (const { labels, total } of counted(name, {})) {
            const key = labels[label] ?? ''
            sums.set(key, (sums.get(key) ?? 0) + total)
          }
          return sums
        },
        /** Undefined when nothing happened since the previous sample. */
        duration(name: string, where: Where = {}): Duration | undefined {
          const sumOf = (found: readonly Total[]) => found.reduce((sum, { step }) => sum + step, 0)
          const happened = sumOf(counted(`${name}_count`, where))
          if (happened <= 0) return undefined
          const buckets = new Map<number, number>()
          for (const { labels, step } of counted(`${name}_bucket`, where)) {
            const bound = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)
            buckets.set(bound, (buckets.get(bound) ?? 0) + step)
          }
          return {
            meanSeconds: sumOf(counted(`${name}_sum`, where)) / happened,
            p95Seconds: quantile(0.95, buckets),
          }
        },
      }
    },
  }
}

function isCounted(name: string): boolean {
  return /_(total|count|sum|bucket)$/.test(name)
}

function fits(labels: Readonly<Record<string, string>>, where: Where): boolean {
  for (const [name, value] of Object.entries(where)) if (labels[name] !== value) return false
  return true
}
