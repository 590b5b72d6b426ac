const PIPELINE = 'proof-coverage'

/**
 * Lets the real engine reject chosen documents with an ingest pipeline until told otherwise: they become dead letters.
 */
export function createRefusals(engine: string) {
  async function put(path: string, body: object): Promise<void> {
    const response = await fetch(`${engine}${path}`, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    if (!response.ok) throw new Error(`PUT ${path}: ${response.status} ${await response.text()}`)
  }
  const use = (name: string) => put('/network_events-*/_settings', { index: { final_pipeline: name } })

  return {
    /** A failing processor returns 400, which is not retried. */
    async refuse(probeId: number, stream: string, sequences: readonly number[]): Promise<void> {
      const others = `^(?!${probeId}-${stream}-0*(?:${sequences.join('|')})$)`
      await put(`/_ingest/pipeline/${PIPELINE}`, { processors: [{ grok: { field: 'uuid', patterns: [others] } }] })
      await use(PIPELINE)
    },
    accept: () => use('_none'),
  }
}
