import type { ParkedLetter } from './letter-format.ts'

export type LetterOrder = 'newest' | 'oldest'

/**
 * How much one page may read, whether or not letters match: there can be millions of letters, and each can be large.
 */
export interface ReadingBudget {
  letters: number
  bytes: number
  ms: number
}

export interface PageWish<Row> {
  order: LetterOrder
  /** The first number, and the one after the last. */
  from: number
  to: number
  limit: number
  budget: ReadingBudget
  /** The row to keep of a letter; undefined to skip it. It should not reference the letter's bytes. */
  pick(letter: ParkedLetter): Row | undefined
}

export interface LetterPage<Row> {
  rows: Row[]
  /** Where to continue: `from` of the next page for oldest first, `to` for newest first; undefined at the end. */
  next: number | undefined
  /** The number of letters read. */
  read: number
}

export type ReadLetters = (from: number, to: number) => AsyncIterable<ParkedLetter>

/** A page of letters. It ends when it is full or the budget is spent, and returns where to continue. */
export function readLetterPage<Row>(
  letters: ReadLetters,
  wish: PageWish<Row>,
  now: () => number = Date.now,
): Promise<LetterPage<Row>> {
  const spending = createSpending(wish.budget, now)
  return wish.order === 'oldest' ? oldestFirst(letters, wish, spending) : newestFirst(letters, wish, spending)
}

async function oldestFirst<Row>(
  letters: ReadLetters,
  { from, to, limit, pick }: PageWish<Row>,
  spending: Spending,
): Promise<LetterPage<Row>> {
  const rows: Row[] = []
  if (from >= to) return { rows, next: undefined, read: 0 }
  for await (const letter of letters(from, to)) {
    spending.add(letter)
    const row = pick(letter)
    if (row !== undefined) rows.push(row)
    if (rows.length >= limit || spending.isSpent()) {
      const next = letter.number + 1
      return { rows, next: next < to ? next : undefined, read: spending.read() }
    }
  }
  return { rows, next: undefined, read: spending.read() }
}

const firstWindow = 8
const widestWindow = 512
/** A window is read completely before its newest letter is known, so its size is limited to about this. */
const windowBytes = 8 * 1024 ** 2

/** The log can only be read forwards: read windows from the end and reverse each. */
async function newestFirst<Row>(
  letters: ReadLetters,
  { from, to, limit, pick }: PageWish<Row>,
  spending: Spending,
): Promise<LetterPage<Row>> {
  const rows: Row[] = []
  let end = to
  for (let width = firstWindow; end > from && rows.length < limit && !spending.isSpent(); ) {
    const begin = Math.max(from, end - width)
    const bytesBefore = spending.bytes()
    const found: { number: number; row: Row }[] = []
    for await (const letter of letters(begin, end)) {
      spending.add(letter)
      const row = pick(letter)
      if (row !== undefined) found.push({ number: letter.number, row })
    }
    const taken = found.toReversed().slice(0, limit - rows.length)
    rows.push(...taken.map(({ row }) => row))
    const meanBytes = (spending.bytes() - bytesBefore) / (end - begin)
    end = taken.length < found.length ? (taken.at(-1)?.number ?? end) : begin
    width = Math.max(1, Math.min(width * 2, widestWindow, Math.floor(windowBytes / Math.max(1, meanBytes))))
  }
  return { rows, next: end > from ? end : undefined, read: spending.read() }
}

type Spending = ReturnType<typeof createSpending>

function createSpending(budget: ReadingBudget, now: () => number) {
  const deadline = now() + budget.ms
  let count = 0
  let bytes = 0
  return {
    add({ record }: ParkedLetter) {
      count += 1
      bytes += record.payload.length
    },
    bytes: () => bytes,
    read: () => count,
    isSpent: () => count >= budget.letters || bytes >= budget.bytes || now() >= deadline,
  }
}
