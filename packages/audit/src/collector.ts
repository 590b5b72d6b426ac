/** Dependencies of a collector. */
export interface CollectorPorts<E> {
  /** Writes entries durably, with the number of dropped ones. */
  write(entries: readonly E[], lost: number): Promise<void>
  /** Called when an entry was dropped because the buffer is full. */
  onLost(): void
  /** Called for the first of consecutive failures. */
  onFailure(error: unknown): void
}

export interface CollectorOptions {
  everyMs?: number
  /**
   * Maximum number of waiting entries, and of those from unknown callers: a flood of these leaves room for the others.
   */
  most?: number
  mostStrangers?: number
  mostBytes?: number
  /** Maximum size of a batch. */
  atOnce?: number
}

export interface Collector<E> {
  name: string
  /** Adds an entry in constant time; the next round writes it. */
  add(entry: E, about: { bytes: number; isStranger: boolean }): void
  start(): void
  /** Writes the waiting entries. */
  stop(): Promise<void>
}

interface Waiting<E> {
  entry: E
  bytes: number
  isStranger: boolean
}

/**
 * Collects entries and writes them in batches, so that callers do not wait. Memory is bounded: entries that do not fit
 * are counted, and the count is written with the next batch. If writing fails, entries wait for the next round. A crash
 * loses the entries of the last second.
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

  /**
   * Entries that arrive during the write are left to the next round: otherwise a steady load would be written in tiny
   * batches.
   */
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
      // Only now: until it is written, the batch occupies room.
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
