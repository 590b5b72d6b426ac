import type { Figures } from './figures.ts'
import type { ChartPlan } from './role-charts.ts'

/** All metric names that charts use; other names on a page are skipped. */
export function wantedNames(charts: readonly ChartPlan[]): Set<string> {
  const names = new Set<string>()
  const note = (name: string) => {
    names.add(name)
    return undefined
  }
  const listener: Figures = {
    total: note,
    sum: note,
    most: note,
    least: note,
    by(name) {
      note(name)
      return new Map()
    },
    totalBy(name) {
      note(name)
      return new Map()
    },
    duration(name) {
      for (const part of ['bucket', 'sum', 'count']) note(`${name}_${part}`)
      return undefined
    },
  }
  for (const { points } of charts) points(listener)
  return names
}
