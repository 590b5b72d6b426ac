/** Work that is done in small portions between other work of the event loop. */
export interface PacedTurns {
  /** There is work to do. */
  wake(): void
  /** A connection was accepted, so others may be waiting to be accepted too. */
  noteAccepted(): void
}

export interface PacedTurnsPorts {
  /** Does one piece; returns false if there was none. */
  doNext(): boolean
  now?(): number
  schedule?(turn: () => void): void
}

/** Limit per turn of the event loop: requests on open connections need several turns. */
const SLICE_MS = 4
/** Share of the time that everything else takes, while connections are accepted. */
const SHARE = 0.25

/**
 * Does pieces of work for a few milliseconds in each turn of the event loop. Node accepts one connection per turn:
 * while connections arrive, the work gets only a share of the time. Otherwise they would arrive faster than they are
 * accepted, and each newcomer would wait behind all others in the listen backlog.
 */
export function createPacedTurns({
  doNext,
  now = () => performance.now(),
  schedule = setImmediate,
}: PacedTurnsPorts): PacedTurns {
  let isScheduled = false
  let hasAccepted = false
  let allowanceMs = SLICE_MS
  let endedAt = now()

  function wake(): void {
    if (isScheduled) return
    isScheduled = true
    schedule(turn)
  }

  function turn(): void {
    isScheduled = false
    const startedAt = now()
    allowanceMs = hasAccepted ? Math.min(SLICE_MS, allowanceMs + (startedAt - endedAt) * SHARE) : SLICE_MS
    hasAccepted = false
    endedAt = startedAt
    while (allowanceMs > 0) {
      if (!doNext()) return
      const pieceEndedAt = now()
      allowanceMs -= pieceEndedAt - endedAt
      endedAt = pieceEndedAt
    }
    wake()
  }

  return {
    wake,
    noteAccepted() {
      hasAccepted = true
    },
  }
}
