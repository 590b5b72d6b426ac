/** A component with a start and a stop. Either may be missing. */
export interface Part {
  name: string
  start?: () => unknown
  stop?: () => unknown
}

/** Starts parts in order and stops them in reverse. A failed start stops what had already started. */
export function lifecycle(parts: readonly Part[]) {
  const started: Part[] = []

  async function stop(): Promise<void> {
    const failures: unknown[] = []
    for (let part = started.pop(); part; part = started.pop()) {
      try {
        await part.stop?.()
      } catch (error) {
        failures.push(new Error(`${part.name} did not stop`, { cause: error }))
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'not every part stopped')
  }

  async function start(): Promise<void> {
    for (const part of parts) {
      try {
        await part.start?.()
        started.push(part)
      } catch (error) {
        await stop()
        throw new Error(`${part.name} did not start`, { cause: error })
      }
    }
  }

  return { start, stop }
}
