const WITHIN_MS = 5_000

/** Sends a request to the supervisor on this machine. */
export function askSupervisor(internalPort: number, path: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${internalPort}${path}`, { signal: AbortSignal.timeout(WITHIN_MS) })
}
