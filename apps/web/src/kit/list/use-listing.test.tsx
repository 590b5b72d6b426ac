import { afterEach, expect, test } from 'vitest'
import { draw } from '../fixtures/draw.tsx'
import { type Listing, useListing } from './use-listing.ts'

const size = 10

/** A listing of numbers that counts its requests. */
function aSource(length: number) {
  const source = {
    firsts: 0,
    pages: [] as number[],
    signals: [] as AbortSignal[],
    failure: undefined as Error | undefined,
    /** Holds back every page after the first until released. */
    isHeld: false,
  }
  const pageFrom = (start: number) => ({
    rows: Array.from({ length: Math.min(size, length - start) }, (_, index) => start + index),
    next: start + size < length ? start + size : undefined,
    total: undefined,
  })
  return {
    source,
    first: () => {
      source.firsts += 1
      return source.failure ? Promise.reject(source.failure) : Promise.resolve(pageFrom(0))
    },
    load: (start: number, signal: AbortSignal) => {
      source.pages.push(start)
      source.signals.push(signal)
      if (source.isHeld) return new Promise<never>(() => undefined)
      return source.failure ? Promise.reject(source.failure) : Promise.resolve(pageFrom(start))
    },
  }
}

let part: ReturnType<typeof draw> | undefined
afterEach(() => part?.leave())

function listen(name: string, { first, load }: Pick<ReturnType<typeof aSource>, 'first' | 'load'>) {
  const seen: { listing?: Listing<number> } = {}
  function Follower({ about }: { about: string }) {
    seen.listing = useListing<number, number>({ queryKey: ['numbers', about], first, load })
    return null
  }
  const made = draw(<Follower about={name} />)
  part = made
  return {
    ...made,
    listing: () => {
      if (!seen.listing) throw new Error('nothing was drawn')
      return seen.listing
    },
    ask: (about: string) => made.redraw(<Follower about={about} />),
  }
}

test('loads pages as they become visible, up to the last one', async () => {
  const { listing } = listen('a', aSource(25))
  await expect.poll(() => listing().state?.count).toBe(10)
  listing().window?.need(0, 9)
  await expect.poll(() => listing().state?.count).toBe(20)
  listing().window?.need(10, 19)
  await expect.poll(() => listing().state).toMatchObject({ count: 25, isEnd: true, isLoading: false })
  expect(listing().rowAt(24)).toBe(24)
})

test('reads the first page again when its key is invalidated, and keeps the rows when that fails', async () => {
  const { source, ...asking } = aSource(25)
  const { listing, queries } = listen('a', asking)
  await expect.poll(() => listing().state?.count).toBe(10)
  source.failure = new Error('away')
  void queries.invalidateQueries({ queryKey: ['numbers'] })
  await expect.poll(() => listing().error).toBe(source.failure)
  expect(listing().rowAt(3)).toBe(3)
  source.failure = undefined
  listing().refetch()
  await expect.poll(() => listing().error).toBeUndefined()
  expect(source.firsts).toBe(3)
})

test('keeps the rows of the previous query until the new ones arrive', async () => {
  const { source, ...asking } = aSource(5)
  const { listing, ask } = listen('a', asking)
  await expect.poll(() => listing().state?.count).toBe(5)
  source.failure = new Error('away')
  ask('b')
  await expect.poll(() => listing().error).toBe(source.failure)
  expect(listing()).toMatchObject({ isOld: true, state: { count: 5 } })
  source.failure = undefined
  ask('c')
  await expect.poll(() => listing()).toMatchObject({ isOld: false, error: undefined, state: { count: 5 } })
})

test('reports a failed page and retries it on demand', async () => {
  const { source, ...asking } = aSource(25)
  const { listing } = listen('a', asking)
  await expect.poll(() => listing().state?.count).toBe(10)
  source.failure = new Error('away')
  listing().window?.more()
  await expect.poll(() => listing().state?.error).toBe(source.failure)
  source.failure = undefined
  listing().window?.retry()
  await expect.poll(() => listing().state).toMatchObject({ count: 20, error: undefined })
})

test('aborts a pending page on unmount', async () => {
  const { source, ...asking } = aSource(25)
  const { listing, leave } = listen('a', asking)
  await expect.poll(() => listing().state?.count).toBe(10)
  source.isHeld = true
  listing().window?.more()
  await expect.poll(() => source.pages).toEqual([10])
  leave()
  part = undefined
  await expect.poll(() => source.signals[0]?.aborted).toBe(true)
})
