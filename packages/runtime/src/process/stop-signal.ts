/**
 * Aborts on SIGTERM or SIGINT. If the process still runs after `graceMs`, it exits with code 1: its supervisor must be
 * able to rely on the exit.
 */
export function stopSignal(graceMs: number): AbortSignal {
  const controller = new AbortController()
  const onSignal = () => {
    if (controller.signal.aborted) return
    controller.abort()
    exitWithin(graceMs)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return controller.signal
}

/** Exits with code 1 if the process still runs after `graceMs`. */
export function exitWithin(graceMs: number): void {
  setTimeout(() => process.exit(1), graceMs).unref()
}

/** Resolves when the signal aborts: the main loop of a service that only handles requests. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/** Aborts `delayMs` after `signal`: active work may finish until then, and is cancelled after. */
export function abortedLater(signal: AbortSignal, delayMs: number): AbortSignal {
  const later = new AbortController()
  const plan = () => setTimeout(() => later.abort(), delayMs).unref()
  if (signal.aborted) plan()
  else signal.addEventListener('abort', plan, { once: true })
  return later.signal
}
