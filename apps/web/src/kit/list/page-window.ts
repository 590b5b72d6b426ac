import { createStore, type Readable } from '../state/store.ts'

/** One page of a listing, and what leads to the next. */
export interface Page<Row, Link> {
  rows: readonly Row[]
  next: Link | undefined
}

export interface WindowState {
  /** Rows that are known; those far from sight may have been forgotten and are loaded again when needed. */
  count: number
  isEnd: boolean
  isLoading: boolean
  error: unknown
}

/** A long listing of which only what is near is kept. */
export interface PageWindow<Row> {
  state: Readable<WindowState>
  rowAt(index: number): Row | undefined
  /** Says which rows are in sight: they are loaded, with those around them, and what is far away is forgotten. */
  need(first: number, last: number): void
  /** Changes rows that are known, without asking for them again. */
  change(change: (row: Row) => Row): void
  retry(): void
  close(): void
}

interface PageWindowOptions<Row, Link> {
  first: Page<Row, Link>
  load: (link: Link, signal: AbortSignal) => Promise<Page<Row, Link>>
  /** Pages that are kept on either side of what is in sight. */
  around?: number
}

/**
 * Keyset pages lead only forward, so each is remembered by the link that led to it: memory stays bounded however far
 * someone scrolls, and scrolling back asks for a page again by its link.
 */
export function createPageWindow<Row, Link>({
  first,
  load,
  around = 10,
}: PageWindowOptions<Row, Link>): PageWindow<Row> {
  const size = Math.max(1, first.rows.length)
  const pages: { rows: readonly Row[] | undefined; link: Link | undefined }[] = [{ rows: first.rows, link: undefined }]
  let next = first.next
  let lastLength = first.rows.length
  let error: unknown
  let seen = { first: 0, last: 0 }
  const loading = new Set<number>()
  const ended = new AbortController()
  const state = createStore(stateNow)

  function stateNow(): WindowState {
    return {
      count: (pages.length - 1) * size + lastLength,
      isEnd: next === undefined,
      isLoading: loading.size > 0,
      error,
    }
  }

  function tell(): void {
    state.set(stateNow())
  }

  async function fetchPage(index: number, link: Link): Promise<void> {
    if (loading.has(index) || ended.signal.aborted) return
    loading.add(index)
    tell()
    try {
      const page = await load(link, ended.signal)
      keep(index, link, page)
      error = undefined
    } catch (failure) {
      error = failure
    }
    loading.delete(index)
    if (!ended.signal.aborted) tell()
  }

  function keep(index: number, link: Link, page: Page<Row, Link>): void {
    const isNew = index === pages.length
    // A full page is as long as the first. One that lost rows in the meantime must not shift those behind it.
    pages[index] = { rows: page.rows, link }
    if (!isNew) return
    next = page.rows.length > 0 ? page.next : undefined
    lastLength = page.rows.length
  }

  function forgetFar(nearest: number, farthest: number): void {
    for (const [index, page] of pages.entries()) {
      // The first page has no link of its own and stays.
      if (page.link !== undefined && (index < nearest || index > farthest)) page.rows = undefined
    }
  }

  function need(firstRow: number, lastRow: number): void {
    seen = { first: firstRow, last: lastRow }
    if (error !== undefined) return
    const firstPage = Math.max(0, Math.floor(firstRow / size) - 1)
    const lastPage = Math.floor(lastRow / size) + 1
    forgetFar(firstPage - around, lastPage + around)
    for (let index = firstPage; index <= Math.min(lastPage, pages.length - 1); index += 1) {
      const page = pages[index]
      if (page && !page.rows && page.link !== undefined) void fetchPage(index, page.link)
    }
    if (next !== undefined && lastPage >= pages.length) void fetchPage(pages.length, next)
  }

  return {
    state,
    rowAt: (index) => pages[Math.floor(index / size)]?.rows?.[index % size],
    need,
    change(change) {
      for (const page of pages) if (page.rows) page.rows = page.rows.map(change)
      tell()
    },
    retry() {
      error = undefined
      tell()
      need(seen.first, seen.last)
    },
    close: () => ended.abort(),
  }
}
