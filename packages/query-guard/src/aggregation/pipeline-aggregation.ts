import type { Json } from '../json/parse.ts'
import { at, type Path } from '../json/pointer.ts'
import { given } from '../query/build-query.ts'
import type { Reading } from '../reading.ts'
import { readChoice, readObject, readOptional, readText } from '../shape.ts'
import { durationOf } from '../time/interval-length.ts'
import { type AggregationKind, kindOf } from './aggregation-tree.ts'

const engineKeys = ['format', 'lag', 'params', 'percents', 'script', 'sigma', 'window']

/** Pipelines over the parent's buckets in sequence. */
export const SEQUENCE_PIPELINES = ['cumulative_sum', 'derivative'] as const
/** Pipelines over all buckets of a sibling aggregation. */
const SIBLING_PIPELINES = ['avg_bucket', 'sum_bucket', 'min_bucket', 'max_bucket'] as const

/** Readers of the pipelines that compute from values of other aggregations, without a script. */
export const PIPELINE_READERS = [...SEQUENCE_PIPELINES, ...SIBLING_PIPELINES].map(
  (type) => [type, (reading: Reading, path: Path, json: Json) => readPipeline(reading, path, json, type)] as const,
)

function readPipeline(reading: Reading, path: Path, json: Json, type: string): AggregationKind | undefined {
  const isSibling = SIBLING_PIPELINES.some((each) => each === type)
  const title = `${type.startsWith('a') ? 'an' : 'a'} ${type} aggregation`
  const keys = [
    'buckets_path',
    ...(type === 'cumulative_sum' ? [] : ['gap_policy']),
    ...(type === 'derivative' ? ['unit'] : []),
  ]
  const object = readObject(reading, path, json, { title, keys, engineKeys })
  if (!object) return undefined
  const here = at(path, 'buckets_path')
  const text = readText(reading, here, object.buckets_path, 200)
  const policy = readOptional(object, path, 'gap_policy', (...place) =>
    readChoice(reading, ...place, ['skip', 'insert_zeros']),
  )
  const unit = readOptional(object, path, 'unit', (place, value) =>
    typeof value === 'string' && durationOf(value)
      ? value
      : reading.refuse('malformed', place, 'Write a length such as "1h".'),
  )
  if (text === undefined) return undefined
  return kindOf({
    type,
    options: given({ buckets_path: text, gap_policy: policy, unit }),
    role: 'pipeline',
    effort: 'none',
    values: isSibling ? [] : [''],
    paths: [{ text, path: here, among: 'siblings', overBuckets: isSibling }],
  })
}
