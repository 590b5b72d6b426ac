/** What a collector needs. */
export interface CollectorPorts<E> {
  /** Writes entries down for good, and how many others there was no room for. */
  write(entries: readonly E[], lost: number): Promise<void>
  /** There was no room for an entry. */
  onLost(): void
  /** Told of the first failure of a row of them, and that it is over. */
  onFailure(error: unknown): void
}

export interface CollectorOptions {
  everyMs?: number
  /** Most entries that wait, and most of them from unknown callers: a flood of those leaves room for the others. */
  most?: number
  mostStrangers?: number
  mostBytes?: number
  /** Most that are written together. */
  atOnce?: number
}

export interface Collector<E> {
  name: string
  /** Constant work: the entry waits for the next round. */
  add(entry: E, about: { bytes: number; isStranger: boolean }): void
  start(): void
  /** Writes down what waits. */
  stop(): Promise<void>
}

interface Waiting<E> {
  entry: E
  bytes: number
  isStranger: boolean
}

/**
 * Collects entries and writes them together, so that callers do not wait. Memory is bounded: what there
 * is no room for is counted, and the count is written with the next entries. When writing fails they wait for the next
 * round; in a crash those of the last second are lost.
 */
export function createCollector<E>(
  { write, onLost, onFailure }: CollectorPorts<E>,
  {
    everyMs = 1_000,
    most = 20_000,
    mostStrangers = 5_000,
    mostBytes = 16 * 1024 ** 2,
    atOnce = 2_000,
  }: CollectorOptions = {},
): Collector<E> {
  let waiting: Waiting<E>[] = []
  let strangers = 0
  let bytes = 0
  let lost = 0
  let isFailing = false
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function hasRoom(size: number, isStranger: boolean): boolean {
    return waiting.length < most && bytes + size <= mostBytes && !(isStranger && strangers >= mostStrangers)
  }

  function forget(count: number): void {
    for (const each of waiting.slice(0, count)) {
      bytes -= each.bytes
      if (each.isStranger) strangers -= 1
    }
    waiting = waiting.slice(count)
  }

  /** What comes while this writes is for the next round: otherwise a steady load would be written in crumbs. */
  async function writeWaiting(): Promise<void> {
    let left = waiting.length
    if (left === 0 && lost === 0) return
    do {
      const batch = waiting.slice(0, Math.min(atOnce, left))
      const told = lost
      await write(
        batch.map(({ entry }) => entry),
        told,
      )
      // Only now: until it is written it takes up room.
      forget(batch.length)
      lost -= told
      left -= batch.length
    } while (left > 0)
  }

  async function round(): Promise<void> {
    try {
      await writeWaiting()
      isFailing = false
    } catch (error) {
      if (!isFailing) onFailure(error)
      isFailing = true
    }
  }

  function plan(): void {
    timer = setTimeout(() => {
      writing = round().then(plan)
    }, everyMs)
    timer.unref()
  }

  return {
    name: 'collected audit',
    add(entry, { bytes: size, isStranger }) {
      if (!hasRoom(size, isStranger)) {
        lost += 1
        onLost()
        return
      }
      waiting.push({ entry, bytes: size, isStranger })
      bytes += size
      if (isStranger) strangers += 1
    },
    start: plan,
    async stop() {
      clearTimeout(timer)
      await writing
      clearTimeout(timer)
      await round()
    },
  }
}
