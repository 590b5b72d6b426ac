import type { Finding } from './find-words.ts'
import { wordList } from './word-list.ts'

export interface Verdict {
  /** Words that occur more often than allowed, with every occurrence. */
  failures: string[]
  /** Words that occur less often than allowed: the number in to-do.ts can be lowered. */
  notes: string[]
}

/** Compares the findings with the number of occurrences still allowed. */
export function judgeWords(findings: readonly Finding[], toDo: Readonly<Record<string, number>>): Verdict {
  const failures: string[] = []
  const notes: string[] = []
  for (const [word, { instead }] of Object.entries(wordList)) {
    const places = findings.filter((each) => each.word === word)
    const allowed = toDo[word] ?? 0
    if (places.length > allowed) {
      const count = allowed > 0 ? ` (${places.length}, at most ${allowed})` : ''
      failures.push(...places.map(({ path, line }) => `${path}:${line}: do not write "${word}"${count}: ${instead}`))
    }
    if (places.length < allowed)
      notes.push(`"${word}" occurs ${places.length} times: write that instead of ${allowed} into to-do.ts`)
  }
  return { failures, notes }
}
