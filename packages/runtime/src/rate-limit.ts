/** The remaining requests of a caller. */
export interface Allowance {
  isAllowed: boolean
  remaining: number
  resetSeconds: number
}

export interface RateLimitOptions {
  perMinute: number
  /** Most callers to track; beyond that, those with the oldest windows are forgotten. */
  maxCallers?: number
  now?: () => number
}

export type RateLimit = ReturnType<typeof createRateLimit>

const windowMs = 60_000

/** Limits the requests per minute of each caller, counted in this process. Constant time, bounded memory. */
export function createRateLimit({
  perMinute,
  maxCallers = 20_000,
  now = performance.now.bind(performance),
}: RateLimitOptions) {
  const windows = new Map<string, { endsAt: number; count: number }>()

  return {
    /** The value of `RateLimit-Policy`. */
    policy: `"caller";q=${perMinute};w=${windowMs / 1_000}`,

    take(caller: string): Allowance {
      const present = now()
      let window = windows.get(caller)
      if (!window || window.endsAt <= present) {
        // Delete first, so that the map is ordered by the start of the window.
        windows.delete(caller)
        if (windows.size >= maxCallers) forgetOldest()
        window = { endsAt: present + windowMs, count: 0 }
        windows.set(caller, window)
      }
      window.count += 1
      return {
        isAllowed: window.count <= perMinute,
        remaining: Math.max(0, perMinute - window.count),
        // Round first: the clock has fractions, and sixty seconds must not become sixty-one.
        resetSeconds: Math.max(1, Math.ceil(Math.round(window.endsAt - present) / 1_000)),
      }
    },

    /** Returns one request that was counted for the wrong caller. */
    giveBack(caller: string): void {
      const window = windows.get(caller)
      if (window && window.count > 0) window.count -= 1
    },

    size: () => windows.size,
  }

  function forgetOldest(): void {
    for (const oldest of windows.keys()) {
      windows.delete(oldest)
      return
    }
  }
}
