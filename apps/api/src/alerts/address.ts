import { isIP } from 'node:net'

/** One address, IPv4 or IPv6, without a zone. */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%')
}

/** An address, or a network as `10.0.0.0/8`. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/')
  if (!isAddress(address) || rest.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (isIP(address) === 4 ? 32 : 128))
}
