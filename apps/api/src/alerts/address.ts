import { isIP } from 'node:net'

/** Whether a text is one IP address, IPv4 or IPv6, without a zone. */
export function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%')
}

/** Whether a text is an IP address or a CIDR network, for example `10.0.0.0/8`. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/')
  if (!isAddress(address) || rest.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (isIP(address) === 4 ? 32 : 128))
}
