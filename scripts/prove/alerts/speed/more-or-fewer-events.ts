import { families } from '@watchpost/model'

/** Deletes the events but keeps the alert list entries and clusters. */
export async function removeEvents(engine: string): Promise<void> {
  for (const name of await eventIndexes(engine)) await ask(engine, 'DELETE', `/${name}`)
}

/** Copies every event index behind the same alias: twice as many documents, on disk and in the engine's memory. */
export async function doubleEvents(engine: string): Promise<void> {
  for (const name of await eventIndexes(engine)) {
    const family = families.find((each) => name.startsWith(each)) ?? ''
    await ask(engine, 'PUT', `/${name}/_clone/${name}-again?wait_for_active_shards=1`, {
      settings: { 'index.number_of_replicas': 0 },
      aliases: { [family]: {} },
    })
  }
}

async function eventIndexes(engine: string): Promise<string[]> {
  const rows = (await ask(engine, 'GET', `/_cat/indices/${families.join()}?format=json&h=index`)) as {
    index: string
  }[]
  return rows.map(({ index }) => index)
}

async function ask(engine: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(engine + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  return answer
}
