/** An operation's path with its parameters in their places. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, params[name]))
}

/** Parameters that are not given are left out. */
export function queryText(query: Readonly<Record<string, unknown>> = {}): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') text.set(name, `${value}`)
  }
  return text.size > 0 ? `?${text.toString()}` : ''
}

function segmentOf(name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  // These would name another address, however they are spelt.
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} cannot be part of an address: ${text}`)
  return encodeURIComponent(text)
}
