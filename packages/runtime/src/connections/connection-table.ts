export interface ConnectionLimits {
  /** Limit of all connections. */
  limit: number
  /** Of these, the number reserved for known peers. */
  reserved: number
}

export interface TableEntry {
  /** Closes the connection to make room for another one. */
  evict(): void
}

export interface ConnectionTable<E extends TableEntry> {
  /** Adds a connection of an unknown peer. Makes room for it if needed; false if it cannot. */
  enter(entry: E): boolean
  /** Its peer has authenticated: it is no longer closed to make room, and may use the reserve. */
  recognise(entry: E): void
  /** Whether it has an active request: other connections make room first. */
  setBusy(entry: E, isBusy: boolean): void
  leave(entry: E): void
  counts(): { open: number; known: number }
}

/**
 * The open connections of a port. At the limit, the unknown peer's connection that has been idle longest makes room for
 * the next one; if none is idle, the one with the oldest request. A flood of silent or slow connections displaces
 * itself, and newcomers can still authenticate.
 */
export function createConnectionTable<E extends TableEntry>({ limit, reserved }: ConnectionLimits): ConnectionTable<E> {
  const entries = new Set<E>()
  const known = new Set<E>()
  /** Unknown ones without and with an active request, oldest first. */
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
