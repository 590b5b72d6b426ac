import { at } from '../json/pointer.ts'
import type { Reading } from '../reading.ts'
import type { CostBudget, CostEstimate, CostPart } from './cost.ts'

const ADVICE = 'narrow the time range, or ask for fewer buckets, hits or clauses'

/** Rejects a body whose estimate exceeds its budget, and names its most expensive part. */
export function checkBudget(reading: Reading, { workMs, memoryBytes, parts }: CostEstimate, budget: CostBudget): void {
  if (workMs > budget.workMs) {
    const [found, allowed] = [seconds(workMs), seconds(budget.workMs)]
    const dearest = parts.reduce((most, each) => (each.workMs > most.workMs ? each : most))
    const detail = `This would take the engine about ${found}, and ${allowed} are allowed. Most of it is ${nameOf(dearest)}: ${ADVICE}.`
    const excess = { estimate: Math.ceil(workMs), budget: budget.workMs }
    reading.refuse('too-expensive', pathOf(dearest), detail, excess)
  }
  if (memoryBytes > budget.memoryBytes) {
    const [found, allowed] = [megabytes(memoryBytes), megabytes(budget.memoryBytes)]
    const dearest = parts.reduce((most, each) => (each.memoryBytes > most.memoryBytes ? each : most))
    const detail = `This would hold about ${found} in memory, and ${allowed} are allowed. Most of it is ${nameOf(dearest)}: ${ADVICE}.`
    const excess = { estimate: Math.ceil(memoryBytes), budget: budget.memoryBytes }
    reading.refuse('too-expensive', pathOf(dearest), detail, excess)
  }
}

function nameOf({ what, pointer }: CostPart): string {
  return pointer === '#' ? what : `${what} (${pointer})`
}

/** Only the first key of the pointer: the message contains the rest. */
function pathOf({ pointer }: CostPart) {
  const key = pointer.split('/')[1]
  return key === undefined ? undefined : at(undefined, key)
}

function seconds(milliseconds: number): string {
  return `${Math.ceil(milliseconds / 100) / 10} s`
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_024 ** 2)} MiB`
}
