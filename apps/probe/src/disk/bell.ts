/** Lets several tasks wait for the next change of something, each until its own signal aborts. */
export function createBell() {
  let waiting = new Set<() => void>()
  return {
    ring(): void {
      const woken = waiting
      waiting = new Set()
      for (const wake of woken) wake()
    },
    rung: (stop: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const wake = () => {
          stop.removeEventListener('abort', wake)
          waiting.delete(wake)
          resolve()
        }
        if (stop.aborted) return resolve()
        stop.addEventListener('abort', wake, { once: true })
        waiting.add(wake)
      }),
  }
}
