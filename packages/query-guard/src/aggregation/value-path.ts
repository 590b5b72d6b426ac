import { at } from '../json/pointer.ts'
import type { Reading } from '../reading.ts'
import { quote } from '../refusal.ts'
import type { Aggregation, ValuePath } from './aggregation-tree.ts'
import { SEQUENCE_PIPELINES } from './pipeline-aggregation.ts'

const SEQUENCES: ReadonlySet<string> = new Set(['date_histogram', 'histogram', 'auto_date_histogram'])

/**
 * Checks the paths that refer to values of other aggregations, and the position of pipelines. The engine detects most
 * of these errors only while it merges the answers of shards, and answers 500.
 */
export function checkValuePaths(
  reading: Reading,
  level: readonly Aggregation[],
  parent: Aggregation | undefined,
): void {
  for (const one of level) {
    for (const path of one.kind.paths) {
      const problem = problemOf(path, path.among === 'children' ? one.children : level, one)
      if (problem) reading.refuse('malformed', path.path, `${quote(path.text)} ${problem}.`)
    }
    if (SEQUENCE_PIPELINES.some((each) => each === one.kind.type)) checkSequence(reading, one, parent)
    checkValuePaths(reading, one.children, one)
  }
}

function checkSequence(reading: Reading, { kind, path }: Aggregation, parent: Aggregation | undefined): void {
  const here = at(path, kind.type)
  if (!parent || !SEQUENCES.has(parent.kind.type)) {
    reading.refuse('malformed', here, `${kind.type} stands inside a date_histogram or a histogram; put it there.`)
  } else if (parent.kind.skipsEmpty) {
    const detail = `${kind.type} needs the empty buckets of ${parent.name}, too: bound the time, widen its interval, and leave min_doc_count out.`
    reading.refuse('malformed', here, detail)
  }
}

/** The fault of a path, as the end of a sentence. */
function problemOf(
  { text, overBuckets }: ValuePath,
  level: readonly Aggregation[],
  asking: Aggregation,
): string | undefined {
  const steps = text.split('>').map((each) => each.trim())
  let among = level
  if (overBuckets) {
    const first = among.find((each) => each.name === steps[0])
    if (first?.kind.role !== 'buckets' || first.kind.type === 'composite') {
      return 'has to begin with a sibling aggregation that makes buckets'
    }
    steps.shift()
    among = first.children
    if (steps.length === 0) return 'names buckets; add what to take of each, such as ">_count"'
  }
  const last = steps.pop() ?? ''
  for (const step of steps) {
    const inner = among.find((each) => each.name === step)
    if (inner?.kind.role !== 'narrowing') return `goes through ${quote(step)}, which is not a filter there`
    among = inner.children
  }
  return last === '_count' ? undefined : valueProblem(last, among, asking)
}

function valueProblem(last: string, among: readonly Aggregation[], asking: Aggregation): string | undefined {
  const dot = last.indexOf('.')
  const [name, value] = dot < 0 ? [last, ''] : [last.slice(0, dot), last.slice(dot + 1)]
  const named = among.find((each) => each.name === name)
  if (!named || named === asking) return 'names no aggregation there; names with dots cannot be reached by a path'
  const { values, role, paths } = named.kind
  if (values.length === 0) return 'names nothing with a single value'
  const known = values.includes('') ? value === '' || value === 'value' : values.includes(value)
  if (!known) return `needs the name of a value behind a dot: ${values.join(', ')}`
  if (asking.kind.role !== 'pipeline') {
    // Ordering by it would make the engine compute it for every value.
    return role === 'metric' && named.kind.effort !== 'sketch' ? undefined : 'is nothing that buckets can be ordered by'
  }
  const isChain = role === 'pipeline' && paths.some((each) => isPipelineNamed(each.text, among))
  return isChain ? 'names a pipeline on a pipeline; one on top of another is the most' : undefined
}

function isPipelineNamed(text: string, among: readonly Aggregation[]): boolean {
  return among.some((each) => each.name === text && each.kind.role === 'pipeline')
}
