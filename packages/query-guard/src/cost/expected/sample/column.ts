import { type Bits, countBits, noBits, setBits } from './bits.ts'
import { type Frequencies, frequenciesOf } from './distinct.ts'
import { MAX_TEXT, type SampledDocument, type SampledValue } from './flatten-document.ts'
import { type NumberView, numberView } from './number-view.ts'

/** The values of one field in a sample. */
export interface Column {
  /** Documents with a value. */
  bits: Bits
  documents: number
  /** Values per document that has one. */
  valuesEach: number
  frequencies: Frequencies
  /** Documents with this value as text. */
  withText(text: string): readonly number[]
  /** Its values as text, sorted, with their documents. */
  texts(): readonly TextEntry[]
  /** Its values as numbers, times or IP addresses, sorted. */
  numbers(type: string): NumberView
}

export interface TextEntry {
  text: string
  documents: readonly number[]
}

/** Reads the values of a field from a sample. Views are computed on first use and cached. */
export function columnOf(documents: readonly SampledDocument[], field: string): Column {
  const postings = new Map<SampledValue, number[]>()
  const bits = noBits(documents.length)
  let values = 0
  for (let at = 0; at < documents.length; at++) {
    const own = documents[at]?.get(field)
    if (!own) continue
    setBits(bits, [at])
    values += own.length
    for (const value of own) {
      const list = postings.get(value)
      if (!list) postings.set(value, [at])
      else list.push(at)
    }
  }
  const found = countBits(bits)
  let texts: TextEntry[] | undefined
  let byText: Map<string, readonly number[]> | undefined
  const views = new Map<string, NumberView>()

  function allTexts(): TextEntry[] {
    texts ??= [...postings]
      .map(([value, own]) => ({ text: String(value), documents: own }))
      .toSorted((one, other) => (one.text < other.text ? -1 : Number(one.text > other.text)))
    return texts
  }

  return {
    bits,
    documents: found,
    valuesEach: found > 0 ? values / found : 1,
    frequencies: frequenciesOf([...postings.values()].map((each) => each.length)),
    withText(text) {
      byText ??= new Map(allTexts().map((each) => [each.text, each.documents]))
      return byText.get(text.slice(0, MAX_TEXT)) ?? []
    },
    texts: allTexts,
    numbers(type) {
      const view = views.get(type) ?? numberView(postings, type)
      views.set(type, view)
      return view
    },
  }
}
