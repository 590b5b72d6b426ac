export interface ConnectionLimits {
  /** Of all connections. */
  limit: number
  /** Of these, so many are for known peers only. */
  reserved: number
}

export interface TableEntry {
  /** Closes it to make room for another one. */
  evict(): void
}

export interface ConnectionTable<E extends TableEntry> {
  /** Enters a connection whose peer is unknown. Makes room for it if it must; false when there is none to be made. */
  enter(entry: E): boolean
  /** Its peer has authenticated: it is not closed to make room any more, and may use what is reserved. */
  recognise(entry: E): void
  /** Whether it has a request in hand: others make room before it. */
  setBusy(entry: E, isBusy: boolean): void
  leave(entry: E): void
  counts(): { open: number; known: number }
}

/**
 * The open connections of a port. When there are as many as may be, the connection of an unknown peer that has been idle
 * longest makes room for the next one; if none is idle, the one whose request has been in hand longest. A flood of silent
 * or slow connections displaces itself, and newcomers get the chance to authenticate.
 */
export function createConnectionTable<E extends TableEntry>({ limit, reserved }: ConnectionLimits): ConnectionTable<E> {
  const entries = new Set<E>()
  const known = new Set<E>()
  /** Unknown ones without and with a request in hand; the longest so is first. */
  const idle = new Set<E>()
  const busy = new Set<E>()

  function leave(entry: E): void {
    entries.delete(entry)
    known.delete(entry)
    idle.delete(entry)
    busy.delete(entry)
  }

  function makeRoom(): boolean {
    const unknown = entries.size - known.size
    if (entries.size < limit && unknown < limit - reserved) return true
    const [displaced] = idle.size > 0 ? idle : busy
    if (!displaced) return false
    leave(displaced)
    displaced.evict()
    return true
  }

  return {
    enter(entry) {
      if (!makeRoom()) return false
      entries.add(entry)
      idle.add(entry)
      return true
    },
    recognise(entry) {
      if (!entries.has(entry)) return
      known.add(entry)
      idle.delete(entry)
      busy.delete(entry)
    },
    setBusy(entry, isBusy) {
      if (!entries.has(entry) || known.has(entry)) return
      idle.delete(entry)
      busy.delete(entry)
      const its = isBusy ? busy : idle
      its.add(entry)
    },
    leave,
    counts: () => ({ open: entries.size, known: known.size }),
  }
}
