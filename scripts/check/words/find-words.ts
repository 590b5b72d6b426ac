import { proseOf } from './prose-of.ts'
import { wordList } from './word-list.ts'

export interface Finding {
  path: string
  line: number
  /** The name of the row in the word list. */
  word: string
}

/** All listed words in the text that people read. */
export function findWords(path: string, text: string): Finding[] {
  return proseOf(path, text).flatMap((prose, index) =>
    Object.entries(wordList).flatMap(([word, { pattern }]) =>
      Array.from(prose.matchAll(pattern), () => ({ path, line: index + 1, word })),
    ),
  )
}
