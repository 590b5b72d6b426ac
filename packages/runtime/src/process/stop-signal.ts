/**
 * Aborts on SIGTERM or SIGINT. If the process is still there after `graceMs` it ends with code 1:
 * its supervisor must be able to count on the end.
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

/** Ends the process with code 1 if it is still there after `graceMs`. */
export function exitWithin(graceMs: number): void {
  setTimeout(() => process.exit(1), graceMs).unref()
}

/** Resolves when the signal aborts: the main loop of a role that only serves. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/** Aborts some time after `signal` did: work in hand may be finished until then, and is given up after. */
export function abortedLater(signal: AbortSignal, delayMs: number): AbortSignal {
  const later = new AbortController()
  const plan = () => setTimeout(() => later.abort(), delayMs).unref()
  if (signal.aborted) plan()
  else signal.addEventListener('abort', plan, { once: true })
  return later.signal
}
