import { createStore, type Readable } from '../state/store.ts'

/** One page of a listing and the link to the next. */
export interface Page<Row, Link> {
  rows: readonly Row[]
  next: Link | undefined
}

export interface WindowState {
  /** The number of known rows. Rows far from the viewport may have been forgotten and are loaded again when needed. */
  count: number
  pages: number
  isEnd: boolean
  /** The last page was empty but has a next page, which is loaded only on demand. */
  isPaused: boolean
  isLoading: boolean
  error: unknown
}

/** A long listing that keeps only the rows near the viewport. */
export interface PageWindow<Row> {
  state: Readable<WindowState>
  rowAt(index: number): Row | undefined
  /** Reports the visible rows. Loads them and their neighbours; forgets rows that are far away. */
  need(first: number, last: number): void
  /** Loads the next page, whichever rows are visible. */
  more(): void
  /** Changes loaded rows without reading them again. */
  change(change: (row: Row) => Row): void
  retry(): void
  close(): void
}

interface PageWindowOptions<Row, Link> {
  first: Page<Row, Link>
  load: (link: Link, signal: AbortSignal) => Promise<Page<Row, Link>>
  /** The number of pages to keep before and after the visible ones. */
  around?: number
  /** The next page is loaded when one of this many last rows is visible; by default, any row of the last page. */
  ahead?: number | undefined
}

interface KeptPage<Row, Link> {
  /** The index of its first row. */
  start: number
  /** The length when it was first loaded: a page that loses rows later must not shift the pages after it. */
  length: number
  rows: readonly Row[] | undefined
  link: Link | undefined
}

/**
 * Keyset pagination only goes forward, so the window remembers the link of each page. Memory stays bounded however far
 * the user scrolls, and scrolling back loads a page again by its link.
 */
export function createPageWindow<Row, Link>(options: PageWindowOptions<Row, Link>): PageWindow<Row> {
  const { first, load, around = 10, ahead } = options
  const pages: KeptPage<Row, Link>[] = []
  let next: Link | undefined
  let isPaused = false
  let failed: { index: number; link: Link; error: unknown } | undefined
  let seen = { first: 0, last: 0 }
  const loading = new Set<number>()
  const ended = new AbortController()
  keep(0, undefined, first)
  const state = createStore(stateNow)

  function stateNow(): WindowState {
    return {
      count: count(),
      pages: pages.length,
      isEnd: next === undefined,
      isPaused,
      isLoading: loading.size > 0,
      error: failed?.error,
    }
  }

  function count(): number {
    const last = pages.at(-1)
    return last ? last.start + last.length : 0
  }

  function tell(): void {
    state.set(stateNow())
  }

  async function fetchPage(index: number, link: Link): Promise<void> {
    if (loading.has(index) || ended.signal.aborted) return
    loading.add(index)
    tell()
    try {
      keep(index, link, await load(link, ended.signal))
      failed = undefined
    } catch (error) {
      failed = { index, link, error }
    }
    loading.delete(index)
    if (!ended.signal.aborted) tell()
  }

  function keep(index: number, link: Link | undefined, page: Page<Row, Link>): void {
    const known = pages[index]
    if (known) {
      known.rows = page.rows
      return
    }
    pages.push({ start: count(), length: page.rows.length, rows: page.rows, link })
    next = page.next
    isPaused = next !== undefined && page.rows.length === 0
  }

  /**
   * The last page that starts at this row or before it. Only that page can contain the row, because empty pages contain
   * none.
   */
  function pageOf(row: number): number {
    let [low, high] = [0, pages.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((pages[middle]?.start ?? 0) <= row) low = middle
      else high = middle - 1
    }
    return low
  }

  function forgetFar(nearest: number, farthest: number): void {
    for (const [index, page] of pages.entries()) {
      // The first page has no link, so it is never forgotten.
      if (page.link !== undefined && (index < nearest || index > farthest)) page.rows = undefined
    }
  }

  function need(firstRow: number, lastRow: number): void {
    seen = { first: firstRow, last: lastRow }
    if (failed) return
    const firstPage = Math.max(0, pageOf(firstRow) - 1)
    const lastPage = pageOf(lastRow) + 1
    forgetFar(firstPage - around, lastPage + around)
    for (let index = firstPage; index <= Math.min(lastPage, pages.length - 1); index += 1) {
      const page = pages[index]
      if (page && !page.rows && page.link !== undefined) void fetchPage(index, page.link)
    }
    const nearEnd = count() - (ahead ?? pages.at(-1)?.length ?? 0)
    if (next !== undefined && !isPaused && lastRow >= nearEnd) void fetchPage(pages.length, next)
  }

  function rowAt(index: number): Row | undefined {
    const page = pages[pageOf(index)]
    return page?.rows?.[index - page.start]
  }

  return {
    state,
    rowAt,
    need,
    more() {
      if (next !== undefined) void fetchPage(pages.length, next)
    },
    change(change) {
      for (const page of pages) if (page.rows) page.rows = page.rows.map(change)
      tell()
    },
    retry() {
      const again = failed
      failed = undefined
      tell()
      if (again) void fetchPage(again.index, again.link)
      need(seen.first, seen.last)
    },
    close: () => ended.abort(),
  }
}
