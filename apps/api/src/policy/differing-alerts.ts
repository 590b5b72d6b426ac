import type { AlertEntry } from '@watchpost/engine'

type Entry = Pick<AlertEntry, 'severity' | 'contributions'>

/** The first alert of each severity, then the first of each combination of contributions, in the given order. */
export function differingAlerts<E extends Entry>(entries: readonly E[], most: number): E[] {
  const firsts = new Set([...firstOfEach(entries, ({ severity }) => String(severity)), ...firstOfEach(entries, wayOf)])
  const chosen = [...firsts].slice(0, most)
  return entries.filter((entry) => chosen.includes(entry))
}

/** The first of all entries that share a key. */
export function firstOfEach<E>(entries: readonly E[], keyOf: (entry: E) => string): E[] {
  const firsts = new Map<string, E>()
  for (const entry of entries) if (!firsts.has(keyOf(entry))) firsts.set(keyOf(entry), entry)
  return [...firsts.values()]
}

function wayOf({ contributions = [] }: Entry): string {
  return contributions.map(({ name, points }) => `${name} ${points}`).join()
}
