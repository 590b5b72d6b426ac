import type { ChildState } from './supervision.ts'

const ANSWER_WITHIN_MS = 2_000
const EVERY_MS = 5_000

/** Sends a request to the internal port of a service. */
export function askChild(child: ChildState, path: string): Promise<Response> {
  return fetch(`http://${child.host ?? '127.0.0.1'}:${child.internalPort}${path}`, {
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
}

/** Why a service is not ready, as text; undefined when it is. */
export async function problemOf(child: ChildState): Promise<string | undefined> {
  if (child.pid === undefined) return `not running (ended with ${child.lastEnd ?? 'nothing'})`
  try {
    const response = await askChild(child, '/readyz')
    if (response.ok) return undefined
    const { reason } = (await response.json()) as { reason?: string }
    return reason ?? `answers ${response.status}`
  } catch {
    return 'its internal port does not answer'
  }
}

/** Checks every few seconds whether the services are ready, so that a scrape never waits for one that hangs. */
export function createReadinessWatch(
  children: () => readonly ChildState[],
  ask: (child: ChildState) => Promise<string | undefined> = problemOf,
) {
  const ready = new Map<string, boolean>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function look(): Promise<void> {
    await Promise.all(
      children().map(async (child) => {
        ready.set(child.name, (await ask(child)) === undefined)
      }),
    )
    if (!isStopped) timer = setTimeout(() => void look(), EVERY_MS)
  }

  return {
    name: 'watch on readiness',
    start(): void {
      void look()
    },
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
    /** The last known state, by name. */
    ready: (): ReadonlyMap<string, boolean> => ready,
  }
}
