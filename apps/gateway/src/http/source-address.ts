import { isIPv4, isIPv6 } from 'node:net'

/** The caller's address; one that came over IPv6 only by its form is written as the IPv4 address that it is. */
export function addressOf({ ip }: { ip: string }): string {
  return ip.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
}

/** What counts as one source: an IPv4 address, or the /64 that an IPv6 host has to itself. */
export function sourceOf(address: string): string {
  if (isIPv4(address)) return address
  return isIPv6(address) ? groupsOf(address).slice(0, 4).join(':') : 'unknown'
}

/** The eight groups of an address, whichever it leaves out. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::')
  const split = (part: string) => part.split(':').filter((group) => group !== '')
  const [before, after] = [split(head), split(tail ?? '')]
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  )
}
