/** What the appliance last said of events that cannot be found yet, or never will be. */
export interface IngestState {
  /** Events received and not yet searchable; nothing while the appliance does not say. */
  lag: number | undefined
  /** Events that probes numbered and that never arrived. */
  gaps: number | undefined
}

export interface IngestWatch {
  note(headers: Headers): void
  current(): IngestState
  subscribe(listener: () => void): () => void
}

/** Reads along in the headers of every answer, so that no page has to ask on its own. */
export function createIngestWatch(): IngestWatch {
  let state: IngestState = { lag: undefined, gaps: undefined }
  const listeners = new Set<() => void>()
  return {
    note(headers) {
      const lag = numberIn(headers.get('watchpost-lag'))
      const gaps = numberIn(headers.get('watchpost-gaps'))
      if ((lag === undefined && gaps === undefined) || (lag === state.lag && gaps === state.gaps)) return
      state = { lag, gaps }
      for (const listener of listeners) listener()
    },
    current: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined
}
