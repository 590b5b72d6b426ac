/** Filters of a body have the same names in an address, so that the next page can be called by its address alone. */
export function addressOf(values: Readonly<Record<string, unknown>>, without: readonly string[]): URLSearchParams {
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    const texts = [value].flat().filter((each) => typeof each === 'string' || typeof each === 'number')
    if (!without.includes(name) && texts.join('') !== '') address.set(name, texts.join())
  }
  return address
}

/** The address of a listing that goes on somewhere. */
export function addressWith(path: string, address: URLSearchParams, name: string, value: string): string {
  const query = new URLSearchParams(address)
  query.set(name, value)
  return `${path}?${query.toString()}`
}
