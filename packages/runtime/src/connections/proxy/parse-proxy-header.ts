import ipaddr from 'ipaddr.js'

/** Signature, version and command, family, length: what every PROXY protocol v2 header begins with. */
export const PROXY_HEAD_BYTES = 16
/** Addresses and extensions after it. Headers of HAProxy, with every extension it sends, have a few hundred bytes. */
const MAX_BODY_BYTES = 1_024

const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const LOCAL = 0x20
const PROXY = 0x21
/** Bytes of both addresses and both ports. */
const families = { 0x11: { address: 4, block: 12 }, 0x21: { address: 16, block: 36 } } as const

export interface ProxiedClient {
  address: string
  port: number
}

/** How many bytes follow the first 16; `invalid` when they are not those of a header that we take. */
export function proxyBodyLength(head: Buffer): number | 'invalid' {
  if (head.length !== PROXY_HEAD_BYTES || !head.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return 'invalid'
  const command = head.readUInt8(12)
  if (command !== LOCAL && command !== PROXY) return 'invalid'
  const length = head.readUInt16BE(14)
  return length <= MAX_BODY_BYTES ? length : 'invalid'
}

/**
 * The client that a header names; `local` for a connection of the proxy itself, as its health checks are. Only TCP over
 * IPv4 and IPv6, and nothing may be left over: what is not understood is not guessed.
 */
export function parseProxyHeader(head: Buffer, body: Buffer): ProxiedClient | 'local' | 'invalid' {
  if (proxyBodyLength(head) !== body.length) return 'invalid'
  if (head.readUInt8(12) === LOCAL) return 'local'
  const family = families[head.readUInt8(13) as keyof typeof families]
  if (!family || body.length < family.block || !areExtensionsWhole(body.subarray(family.block))) return 'invalid'
  const parsed = ipaddr.fromByteArray([...body.subarray(0, family.address)])
  const isMapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()
  const address = (isMapped ? parsed.toIPv4Address() : parsed).toString()
  return { address, port: body.readUInt16BE(2 * family.address) }
}

/** Type, length and value, one after the other, up to the last byte. */
function areExtensionsWhole(bytes: Buffer): boolean {
  let at = 0
  while (at + 3 <= bytes.length) at += 3 + bytes.readUInt16BE(at + 1)
  return at === bytes.length
}
