import type { Query } from '../../query/query-tree.ts'
import { atMost } from './sample/at-most.ts'
import { type Bits, bothBits, countBits, withoutBits } from './sample/bits.ts'
import type { DataSample } from './sample/data-sample.ts'
import { distinctAmong, shareOfMostFrequent } from './sample/distinct.ts'
import { createMatcher } from './sample/match-query.ts'

/** A subset of the documents that a body reads. */
export interface Selection {
  /** Estimated number of documents. */
  documents: number
  /** Its documents in the sample. */
  bits: Bits
}

/** What a sample tells about the documents of a time range. */
export interface Knowledge {
  all: Selection
  /** The documents of a selection that match a query. */
  narrow(selection: Selection, query: Query): Selection
  /** The documents of a selection that have a value in each field. */
  having(selection: Selection, fields: readonly string[]): Selection
  /** The documents of a selection without a value. */
  lacking(selection: Selection, field: string): Selection
  /** Values of a field per document that has one. */
  valuesEach(field: string): number
  /** Distinct values of a field among this many values. */
  distinct(field: string, values: number): number
  /** The share of documents with one of the `wanted` most frequent values, out of `distinct` distinct ones. */
  shareOfMostFrequent(field: string, wanted: number, distinct: number): number
}

/**
 * Estimates for the documents of a time range, out of all documents. Documents that the sample does not represent may
 * match anything. One match is added to those of the sample, so that a rare value does not count as absent.
 */
export function createKnowledge(sample: DataSample, total: number, documents: number): Knowledge {
  const unsampled = Math.max(0, total - sample.represents)
  const each = sample.represents / (sample.size + 1)
  const matchOf = createMatcher(sample)

  function selected(within: Selection, bits: Bits): Selection {
    const own = bothBits(within.bits, bits)
    return { documents: Math.min(within.documents, unsampled + (countBits(own) + 1) * each), bits: own }
  }

  return {
    all: { documents, bits: sample.all },
    narrow(selection, query) {
      const { documents: found, bits } = selected(selection, matchOf(query).bits)
      return { documents: Math.min(found, atMost(query)), bits }
    },
    having: (selection, fields) => fields.reduce((left, field) => selected(left, sample.having(field)), selection),
    lacking: (selection, field) => selected(selection, withoutBits(sample.all, sample.having(field))),
    valuesEach: (field) => sample.column(field).valuesEach,
    distinct: (field, values) => distinctAmong(sample.column(field).frequencies, values),
    shareOfMostFrequent: (field, wanted, distinct) =>
      shareOfMostFrequent(sample.column(field).frequencies, wanted, distinct),
  }
}
