import { expect, test } from 'vitest'
import { createPageWindow, type Page } from './page-window.ts'

const size = 10

/** A listing of numbers in pages; counts the requests. */
function listingOf(length: number) {
  const asked: number[] = []
  const pageFrom = (start: number): Page<number, number> => ({
    rows: Array.from({ length: Math.min(size, length - start) }, (_, index) => start + index),
    next: start + size < length ? start + size : undefined,
  })
  let isBroken = false
  return {
    asked,
    breakDown: (broken: boolean) => {
      isBroken = broken
    },
    first: pageFrom(0),
    load: (start: number) => {
      asked.push(start)
      return isBroken ? Promise.reject(new Error('away')) : Promise.resolve(pageFrom(start))
    },
  }
}

test('loads rows as they become visible, page by page, up to the end', async () => {
  const window = createPageWindow(listingOf(35))
  for (let last = 0; !window.state.get().isEnd; last = window.state.get().count - 1) {
    window.need(Math.max(0, last - 5), last)
    await expect.poll(() => window.state.get().isLoading).toBe(false)
  }
  expect(window.state.get().count).toBe(35)
  expect(window.rowAt(34)).toBe(34)
  expect(window.rowAt(35)).toBeUndefined()
})

test('bounds memory and reloads forgotten pages when scrolling back', async () => {
  const listing = listingOf(2_000)
  const window = createPageWindow({ ...listing, around: 2 })
  for (let last = 0; last < 1_500; last = window.state.get().count - 1) {
    window.need(Math.max(0, last - 5), last)
    await expect.poll(() => window.state.get().isLoading).toBe(false)
  }
  const kept = Array.from({ length: window.state.get().count }, (_, index) => window.rowAt(index)).filter(
    (row) => row !== undefined,
  )
  expect(kept.length).toBeLessThanOrEqual(8 * size)
  expect(window.rowAt(500)).toBeUndefined()

  window.need(500, 505)
  await expect.poll(() => window.state.get().isLoading).toBe(false)
  expect(window.rowAt(500)).toBe(500)
  expect(window.state.get().count).toBeGreaterThan(1_500)
})

test('retries a failed page only on demand', async () => {
  const listing = listingOf(100)
  const window = createPageWindow(listing)
  listing.breakDown(true)
  window.need(5, 9)
  await expect.poll(() => window.state.get().error).toBeDefined()
  window.need(5, 9)
  expect(listing.asked).toEqual([10])
  expect(window.rowAt(3)).toBe(3)

  listing.breakDown(false)
  window.retry()
  await expect.poll(() => window.state.get().count).toBe(20)
  expect(window.state.get().error).toBeUndefined()
})

test('does not request the same page twice at once', () => {
  const listing = listingOf(100)
  const window = createPageWindow(listing)
  for (let times = 0; times < 5; times += 1) window.need(0, 9)
  expect(listing.asked).toEqual([10])
})

test('treats an empty listing as complete', () => {
  const window = createPageWindow(listingOf(0))
  window.need(0, 0)
  expect(window.state.get()).toMatchObject({ count: 0, isEnd: true })
})

test('changes loaded rows in place', () => {
  const window = createPageWindow(listingOf(20))
  window.change((row) => row * 2)
  expect(window.rowAt(3)).toBe(6)
})

test('keeps the order of rows when pages are shorter than usual', async () => {
  const pages = [[0, 1, 2], [3], [4, 5]]
  const pageAt = (index: number): Page<number, number> => ({
    rows: pages[index] ?? [],
    next: index + 1 < pages.length ? index + 1 : undefined,
  })
  const window = createPageWindow({ first: pageAt(0), load: (index: number) => Promise.resolve(pageAt(index)) })
  for (let last = 0; !window.state.get().isEnd; last = window.state.get().count - 1) {
    window.need(0, last)
    await expect.poll(() => window.state.get().isLoading).toBe(false)
  }
  expect(Array.from({ length: 6 }, (_, index) => window.rowAt(index))).toEqual([0, 1, 2, 3, 4, 5])
})

test('loads no page after an empty one until more() is called', async () => {
  const window = createPageWindow<number, string>({
    first: { rows: [], next: 'second' },
    load: () => Promise.resolve({ rows: [7], next: undefined }),
  })
  window.need(0, 0)
  expect(window.state.get()).toMatchObject({ count: 0, isEnd: false, isPaused: true, isLoading: false })
  window.more()
  await expect.poll(() => window.state.get().count).toBe(1)
  expect(window.rowAt(0)).toBe(7)
  expect(window.state.get()).toMatchObject({ isEnd: true, isPaused: false })
})

test('loads the next page only when one of the last rows is visible', async () => {
  const listing = listingOf(100)
  const window = createPageWindow({ ...listing, ahead: 3 })
  window.need(0, 6)
  expect(listing.asked).toEqual([])
  window.need(0, 7)
  expect(listing.asked).toEqual([10])
})
