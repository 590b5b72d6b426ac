/** Index settings that the engine itself writes. */
const NOT_COPIED = ['uuid', 'version', 'creation_date', 'provided_name', 'blocks']

interface IndexFacts {
  settings: { index: Record<string, unknown> }
  mappings: unknown
}

/** Creates an index with the appliance's mapping and settings, and a refresh interval if given. */
export async function createLikeOurs(engine: string, name: string, refreshInterval?: string): Promise<void> {
  const own = (await (await fetch(`${engine}/network_events-*`)).json()) as Record<string, IndexFacts>
  const [newest] = Object.keys(own).toSorted().toReversed()
  const facts = newest === undefined ? undefined : own[newest]
  if (!facts) throw new Error('the appliance has no index yet')
  const copied = Object.entries(facts.settings.index).filter(([key]) => !NOT_COPIED.includes(key))
  const index = { ...Object.fromEntries(copied), ...(refreshInterval && { refresh_interval: refreshInterval }) }
  const response = await fetch(`${engine}/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ settings: { index }, mappings: facts.mappings }),
  })
  if (!response.ok) throw new Error(`${name} could not be made: ${(await response.text()).slice(0, 500)}`)
}

/** The number of searchable documents; 0 if there is no index. */
export async function searchable(engine: string, name: string): Promise<number> {
  const response = await fetch(`${engine}/${name}/_count`)
  return response.ok ? ((await response.json()) as { count: number }).count : 0
}

interface Stats {
  _all: { primaries: { indexing?: { index_total: number }; store?: { size_in_bytes: number } } }
}

/** The number of stored documents, searchable or not. */
export async function storedOperations(engine: string, name: string): Promise<number> {
  const stats = await statsOf(engine, name, 'indexing')
  return stats?._all.primaries.indexing?.index_total ?? 0
}

/** The disk size of indexes in bytes. */
export async function storedBytes(engine: string, names: string): Promise<number> {
  const stats = await statsOf(engine, names, 'store')
  return stats?._all.primaries.store?.size_in_bytes ?? 0
}

/** The current refresh interval of the appliance's newest index. */
export async function refreshInterval(engine: string): Promise<string> {
  const response = await fetch(`${engine}/network_events-*/_settings/index.refresh_interval?flat_settings=true`)
  const all = (await response.json()) as Record<string, { settings: Record<string, string> }>
  const [newest] = Object.keys(all).toSorted().toReversed()
  return (newest && all[newest]?.settings['index.refresh_interval']) || '1s'
}

export async function removeIndex(engine: string, name: string): Promise<void> {
  await fetch(`${engine}/${name}`, { method: 'DELETE' })
}

async function statsOf(engine: string, names: string, metric: string): Promise<Stats | undefined> {
  const response = await fetch(`${engine}/${names}/_stats/${metric}?filter_path=_all.primaries`)
  return response.ok ? ((await response.json()) as Stats) : undefined
}
