/** A process that looks at everything again and again. */
export interface Looker {
  stop(): void
}

export interface LookoutPorts<Look> {
  /** Starts one; it tells of each look, and of its end. */
  launch(onLook: (look: Look) => void, onEnd: (how: string) => void): Looker
  now?(): number
  /** How long it continues after the last call. */
  idleMs?: number
  /** How old a look may be that is still told. */
  freshMs?: number
  /** How long a caller waits for a look. */
  waitMs?: number
}

/**
 * The newest look at every part, for as long as there are callers. A process of its own looks: a client of a
 * server that fails in a new way must not take the supervisor with it, nor its memory. When it ends, the next question
 * starts another.
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
