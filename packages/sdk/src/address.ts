/** Fills the parameters into an operation's path. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, params[name]))
}

/** Writes the query string; undefined parameters are omitted. */
export function queryText(query: Readonly<Record<string, unknown>> = {}): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') text.set(name, `${value}`)
  }
  return text.size > 0 ? `?${text.toString()}` : ''
}

function segmentOf(name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  // These would change the path, even when escaped.
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} cannot be part of an address: ${text}`)
  return encodeURIComponent(text)
}
