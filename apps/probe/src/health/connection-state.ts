import type { Trouble } from '../send/trouble.ts'

/** State of the connection to the gateway. */
export interface ConnectionFigures {
  state: 'connecting' | 'connected' | Trouble['kind']
  reason: string | null
  since: string
}

/** Tracks the outcome of the last attempt. */
export function createConnectionState(now: () => number) {
  let figures: ConnectionFigures = { state: 'connecting', reason: null, since: new Date(now()).toISOString() }
  function become(state: ConnectionFigures['state'], reason: string | null): void {
    const since = figures.state === state ? figures.since : new Date(now()).toISOString()
    figures = { state, reason, since }
  }
  return {
    connected: () => become('connected', null),
    troubled: ({ kind, reason }: Trouble) => become(kind, reason),
    figures: () => figures,
  }
}
