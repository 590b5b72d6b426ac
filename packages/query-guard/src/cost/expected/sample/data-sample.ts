import type { Bits } from './bits.ts'
import { allBits, noBits, setBits } from './bits.ts'
import { type Column, columnOf } from './column.ts'
import type { SampledDocument } from './flatten-document.ts'

/** A random sample of documents of the searched indexes, indexed to estimate how many documents a search matches. */
export interface DataSample {
  /** Documents in the sample. */
  size: number
  /** The number of documents that it was taken from. */
  represents: number
  all: Bits
  column(field: string): Column
  /** Documents with a value in a field, or in a field below it. */
  having(name: string): Bits
}

/** Indexes sampled documents lazily: fields are computed on first use. */
export function createDataSample(documents: readonly SampledDocument[], represents: number): DataSample {
  const columns = new Map<string, Column>()
  const none = columnOf(documents, '')
  let byName: ReadonlyMap<string, Bits> | undefined

  /** The documents that have a field, for each field and each enclosing object. */
  function names(): ReadonlyMap<string, Bits> {
    byName ??= bitsByName(documents)
    return byName
  }

  return {
    size: documents.length,
    represents,
    all: allBits(documents.length),
    column(field) {
      const known = columns.get(field)
      if (known) return known
      // Do not cache unknown names: there is no limit to their number.
      if (!names().has(field)) return none
      const column = columnOf(documents, field)
      columns.set(field, column)
      return column
    },
    having: (name) => names().get(name) ?? none.bits,
  }
}

function bitsByName(documents: readonly SampledDocument[]): Map<string, Bits> {
  const found = new Map<string, Bits>()
  for (const [at, document] of documents.entries()) {
    for (const field of document.keys()) {
      for (let end = field.length; end > 0; end = field.lastIndexOf('.', end - 1)) {
        const name = field.slice(0, end)
        const bits = found.get(name) ?? noBits(documents.length)
        found.set(name, setBits(bits, [at]))
      }
    }
  }
  return found
}
