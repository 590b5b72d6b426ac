import { expect, test } from 'vitest'
import { lettersOf } from './fixtures/a-letter.ts'
import { type PageWish, readLetterPage } from './letter-page.ts'

const budget = { letters: 10_000, bytes: 64 * 1024 ** 2, ms: 3_000 }
const wish = (wished: Partial<PageWish<number>> = {}): PageWish<number> => ({
  order: 'newest',
  from: 0,
  to: 1_000,
  limit: 7,
  budget,
  pick: ({ number }) => number,
  ...wished,
})

async function allPages(order: 'newest' | 'oldest', wished: Partial<PageWish<number>>): Promise<number[]> {
  const seen: number[] = []
  let { from, to } = wish(wished)
  for (;;) {
    const { rows, next } = await readLetterPage(lettersOf(1_000), wish({ ...wished, order, from, to }))
    seen.push(...rows)
    if (next === undefined) return seen
    if (order === 'oldest') from = next
    else to = next
  }
}

test.each([1, 7, 8, 200])('pages of %i return all letters in either order, each once', async (limit) => {
  const numbers = Array.from({ length: 990 }, (_, index) => index + 10)
  expect(await allPages('oldest', { limit, from: 10 })).toEqual(numbers)
  expect(await allPages('newest', { limit, from: 10 })).toEqual(numbers.toReversed())
})

test('returns all matches of a selective filter, in order', async () => {
  const pick: PageWish<number>['pick'] = ({ number }) => (number % 97 === 5 ? number : undefined)
  const kept = [5, 102, 199, 296, 393, 490, 587, 684, 781, 878, 975]
  expect(await allPages('oldest', { pick, limit: 3 })).toEqual(kept)
  expect(await allPages('newest', { pick, limit: 3 })).toEqual(kept.toReversed())
})

test.each(['newest', 'oldest'] as const)(
  '%s: a page without matches ends within its budget and returns where to continue',
  async (order) => {
    const spent = { ...budget, letters: 100 }
    const page = await readLetterPage(lettersOf(1_000), wish({ order, budget: spent, pick: () => undefined }))
    expect(page.rows).toEqual([])
    expect(page.read).toBeGreaterThanOrEqual(100)
    expect(page.read).toBeLessThan(300)
    expect(page.next).toBe(order === 'oldest' ? page.read : 1_000 - page.read)
  },
)

test('reads few large letters at a time, and ends the page', async () => {
  const letters = lettersOf(1_000, 2 * 1024 ** 2)
  const page = await readLetterPage(letters, wish({ limit: 200 }))
  expect(page.read).toBeLessThanOrEqual(36)
  expect(page.next).toBe(1_000 - page.rows.length)
})

test('ends a page when the time is up', async () => {
  let now = 0
  const page = await readLetterPage(lettersOf(1_000), wish({ order: 'oldest', limit: 200 }), () => (now += 100))
  expect(page.rows.length).toBeLessThan(40)
  expect(page.next).toBe(page.rows.length)
})

test('reads nothing from an empty range', async () => {
  const page = await readLetterPage(() => expect.unreachable(), wish({ from: 5, to: 5 }))
  expect(page).toEqual({ rows: [], next: undefined, read: 0 })
})
