const PIPELINE = 'proof-poison'

/** Makes the real engine reject chosen documents of an index with a 5xx, using an ingest pipeline. */
export function createPoisonPipeline(engine: string, message: string) {
  async function ask<T>(method: string, path: string, body?: string): Promise<T> {
    const response = await fetch(`${engine}${path}`, {
      method,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

  const setPipeline = (index: string, name: string) =>
    ask('PUT', `/${index}/_settings`, JSON.stringify({ index: { final_pipeline: name } }))

  return {
    /** The network events index that accepts new documents. */
    async openIndex(): Promise<string> {
      const rows = await ask<{ index: string }[]>('GET', '/_cat/indices/network_events-*?format=json&h=index')
      const newest = rows
        .map(({ index }) => index)
        .toSorted((a, b) => a.slice(-6).localeCompare(b.slice(-6)))
        .at(-1)
      if (newest === undefined) throw new Error('the engine has no index of network events')
      return newest
    },

    /** Rejects documents of this probe with this sequence from now on. */
    async poison(index: string, probe: number, sequence: number): Promise<void> {
      const end = String(sequence).padStart(12, '0')
      // The engine runs no scripts, so a pattern that matches every other document replaces a condition.
      const others = `^(?!${probe}-[0-9a-f]+-${end}$)`
      const pipeline = {
        processors: [{ grok: { field: 'uuid', patterns: [others], on_failure: [{ fail: { message } }] } }],
      }
      await ask('PUT', `/_ingest/pipeline/${PIPELINE}`, JSON.stringify(pipeline))
      await setPipeline(index, PIPELINE)
    },

    heal: (index: string) => setPipeline(index, '_none'),

    /** The status of such a document in a bulk request. */
    async statusOf(index: string, uuid: string): Promise<number> {
      const lines = `{"create":{"_index":"${index}","_id":"${uuid}"}}\n{"uuid":"${uuid}"}\n`
      const { items } = await ask<{ items: { create: { status: number } }[] }>('POST', '/_bulk', lines)
      return items[0]?.create.status ?? 0
    },
  }
}
