import { alertFilters, isList } from '@watchpost/contract'

/** Parameters whose values are separated by commas. Other lists repeat the parameter: a name can contain commas. */
const listNames = new Set(['expand', ...alertFilters.filter(isList).flatMap(({ name }) => [name, `not_${name}`])])

/** Writes the filters of a body as query parameters of the same names, so that the next page needs its URL only. */
export function addressOf(values: object, without: readonly string[]): URLSearchParams {
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (without.includes(name)) continue
    const texts = [value].flat().map(String)
    if (listNames.has(name)) address.set(name, texts.join())
    else for (const text of texts) address.append(name, text)
  }
  return address
}

/** The URL of a listing with one more parameter. */
export function addressWith(path: string, address: URLSearchParams, name: string, value: string): string {
  const query = new URLSearchParams(address)
  query.set(name, value)
  return `${path}?${query.toString()}`
}
