import { readAddress } from './network.ts'

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i

/** A parsed host: an IP address, a name, or invalid with the reason. */
export type Host =
  | { kind: 'address'; address: string }
  | { kind: 'name'; name: string }
  | { kind: 'invalid'; why: string }

/**
 * Parses the host of a target. Everything that is not clearly an IP address or a name is invalid, because resolvers
 * read `0x7f.1`, `2130706433` or `127.1` as IP addresses.
 */
export function readHost(text: string): Host {
  const address = readAddress(text)
  if (address) return { kind: 'address', address: address.toString() }
  if (text.includes(':') || text.includes('%') || text.includes('[')) {
    return {
      kind: 'invalid',
      why: 'Must be a host name or an IP address; write IPv6 without brackets and zone.',
    }
  }
  const name = text.endsWith('.') ? text.slice(0, -1) : text
  const labels = name.split('.')
  if (name.length > 253 || !labels.every((label) => LABEL.test(label))) {
    return { kind: 'invalid', why: 'A host name has letters, digits, hyphens and dots only; other scripts as `xn--…`.' }
  }
  const last = labels.at(-1) ?? ''
  if (/^(\d+|0x[0-9a-f]*)$/i.test(last)) {
    return { kind: 'invalid', why: 'An IPv4 address is written as four decimal numbers, without leading zeros.' }
  }
  return { kind: 'name', name: name.toLowerCase() }
}
