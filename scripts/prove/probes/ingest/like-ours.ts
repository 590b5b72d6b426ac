const COPIED = ['number_of_shards', 'number_of_replicas', 'codec', 'refresh_interval', 'translog', 'mapping'] as const

interface IndexFacts {
  settings: { index: Record<string, unknown> }
  mappings: unknown
}

/** Makes an index with the mapping, the refresh interval and the durability of the appliance's own. */
export async function createLikeOurs(engine: string, name: string): Promise<void> {
  const own = (await (await fetch(`${engine}/network_events-*`)).json()) as Record<string, IndexFacts>
  const [newest] = Object.keys(own).toSorted().toReversed()
  const facts = newest === undefined ? undefined : own[newest]
  if (!facts) throw new Error('the appliance has no index yet')
  const { settings, mappings } = facts
  const index = Object.fromEntries(
    COPIED.map((key) => [key, settings.index[key]]).filter(([, value]) => value !== undefined),
  )
  const response = await fetch(`${engine}/${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ settings: { index }, mappings }),
  })
  if (!response.ok) throw new Error(`${name} could not be made: ${(await response.text()).slice(0, 500)}`)
}

/** How many documents can be searched for, as the engine says; none while there is no index. */
export async function searchable(engine: string, name: string): Promise<number> {
  const response = await fetch(`${engine}/${name}/_count`)
  return response.ok ? ((await response.json()) as { count: number }).count : 0
}

export async function removeIndex(engine: string, name: string): Promise<void> {
  await fetch(`${engine}/${name}`, { method: 'DELETE' })
}
