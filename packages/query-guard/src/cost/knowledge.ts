import type { Query } from '../query/query-tree.ts'
import { type Bits, bothBits, countBits, withoutBits } from '../sample/bits.ts'
import type { DataSample } from '../sample/data-sample.ts'
import { atMost } from '../sample/at-most.ts'
import { distinctAmong, shareOfMostFrequent } from '../sample/distinct.ts'
import { createMatcher } from '../sample/match-query.ts'

/** Some of the documents that a body looks at. */
export interface Selection {
  /** As many at most. */
  documents: number
  /** Those of the sample among them; without a sample nothing is known. */
  bits: Bits | undefined
}

/** What a sample tells about the documents. Without one it knows nothing, and every answer is the worst. */
export interface Knowledge {
  all: Selection
  /** Those of a selection that a query finds. */
  narrow(selection: Selection, query: Query): Selection
  /** Those of a selection that have a value in each field. */
  having(selection: Selection, fields: readonly string[]): Selection
  /** Those of a selection that have none. */
  lacking(selection: Selection, field: string): Selection
  /** Values of a field for each document that has one. */
  valuesEach(field: string): number
  /** Different values of a field among so many. */
  distinct(field: string, values: number): number
  /** The share of documents that have one of the so many most frequent of so many different values. */
  shareOfMostFrequent(field: string, wanted: number, distinct: number): number
}

const NOTHING_KNOWN: Omit<Knowledge, 'all'> = {
  narrow: fewest,
  having: (selection) => selection,
  lacking: (selection) => selection,
  valuesEach: () => 1,
  distinct: (_field, values) => values,
  shareOfMostFrequent: () => 1,
}

/**
 * What is known about so many documents that the times let through, of all documents. Documents that the sample was not
 * taken from may match anything. One document more than were found in the sample is taken to match, so that nothing
 * counts as impossible because it is rare. More documents in the times never give a lower answer.
 */
export function createKnowledge(sample: DataSample | undefined, total: number, documents: number): Knowledge {
  if (!sample || sample.size === 0) return { ...NOTHING_KNOWN, all: { documents, bits: undefined } }
  const unsampled = Math.max(0, total - sample.represents)
  const each = sample.represents / (sample.size + 1)
  const matchOf = createMatcher(sample)

  function selected(within: Selection, bits: Bits): Selection {
    const own = within.bits ? bothBits(within.bits, bits) : bits
    return { documents: Math.min(within.documents, unsampled + (countBits(own) + 1) * each), bits: own }
  }

  return {
    all: { documents, bits: sample.all },
    narrow: (selection, query) => fewest(selected(selection, matchOf(query).bits), query),
    having: (selection, fields) => fields.reduce((sum, each) => selected(sum, sample.having(each)), selection),
    lacking: (selection, field) => selected(selection, withoutBits(sample.all, sample.having(field))),
    valuesEach: (field) => sample.column(field).valuesEach,
    distinct: (field, values) => distinctAmong(sample.column(field).frequencies, values),
    shareOfMostFrequent: (field, wanted, distinct) =>
      shareOfMostFrequent(sample.column(field).frequencies, wanted, distinct),
  }
}

function fewest({ documents, bits }: Selection, query: Query): Selection {
  return { documents: Math.min(documents, atMost(query)), bits }
}
