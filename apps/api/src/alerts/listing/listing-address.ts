/** Writes the filters of a body as query parameters of the same names, so that the next page needs its URL only. */
export function addressOf(values: Readonly<Record<string, unknown>>, without: readonly string[]): URLSearchParams {
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    const texts = [value].flat().filter((each) => typeof each === 'string' || typeof each === 'number')
    if (!without.includes(name) && texts.join('') !== '') address.set(name, texts.join())
  }
  return address
}

/** The URL of a listing with one more parameter. */
export function addressWith(path: string, address: URLSearchParams, name: string, value: string): string {
  const query = new URLSearchParams(address)
  query.set(name, value)
  return `${path}?${query.toString()}`
}
