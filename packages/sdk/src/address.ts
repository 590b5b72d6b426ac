/** Fills the parameters into an operation's path. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, params[name]))
}

/** Writes the query string; undefined parameters are omitted, and a list repeats its parameter. */
export function queryText(query: Readonly<Record<string, unknown>> = {}): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) {
      if (typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean')
        text.append(name, `${each}`)
    }
  }
  return text.size > 0 ? `?${text.toString()}` : ''
}

function segmentOf(name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  // These would change the path, even when escaped.
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} cannot be part of an address: ${text}`)
  return encodeURIComponent(text)
}
