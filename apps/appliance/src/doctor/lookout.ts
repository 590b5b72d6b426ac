/** A process that checks everything repeatedly. */
export interface Looker {
  stop(): void
}

export interface LookoutPorts<Look> {
  /** Starts a doctor process; the callbacks get each look and the reason of its end. */
  launch(onLook: (look: Look) => void, onEnd: (how: string) => void): Looker
  now?(): number
  /** How long it continues after the last call. */
  idleMs?: number
  /** Maximum age of a look that is still returned. */
  freshMs?: number
  /** How long a caller waits for a look. */
  waitMs?: number
}

/**
 * The newest look at every part, as long as there are callers. A separate process does the checks: a client library
 * that fails in an unexpected way must not crash the supervisor or use up its memory. When that process ends, the next
 * call starts another.
 */
export function createLookout<Look>(ports: LookoutPorts<Look>) {
  const { launch, now = Date.now, idleMs = 30_000, freshMs = 10_000, waitMs = 20_000 } = ports
  let looker: Looker | undefined
  let newest: { look: Look; at: number } | undefined
  let idle: NodeJS.Timeout | undefined
  const waiting = new Set<{ resolve: (look: Look) => void; reject: (error: Error) => void }>()

  function start(): Looker {
    return launch(
      (look) => {
        newest = { look, at: now() }
        for (const each of waiting) each.resolve(look)
        waiting.clear()
      },
      (how) => {
        looker = undefined
        for (const each of waiting) each.reject(new Error(`the doctor ended: ${how}`))
        waiting.clear()
      },
    )
  }

  function stop(): void {
    clearTimeout(idle)
    looker?.stop()
    looker = undefined
    newest = undefined
  }

  return {
    name: 'lookout',
    stop,
    look(): Promise<Look> {
      clearTimeout(idle)
      idle = setTimeout(stop, idleMs)
      idle.unref()
      looker ??= start()
      if (newest && now() - newest.at <= freshMs) return Promise.resolve(newest.look)
      return new Promise((resolve, reject) => {
        const one = { resolve, reject }
        waiting.add(one)
        setTimeout(() => {
          if (waiting.delete(one)) reject(new Error(`the doctor has said nothing for ${waitMs / 1_000} s`))
        }, waitMs).unref()
      })
    },
  }
}
