import ipaddr from 'ipaddr.js'

/** Signature, version and command, family, length: the fixed start of every PROXY protocol v2 header. */
export const PROXY_HEAD_BYTES = 16
/**
 * Limit of addresses and extensions after it. Headers of HAProxy, with every extension it sends, have a few hundred
 * bytes.
 */
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

/** How many bytes follow the first 16; `invalid` if this is not a header that we accept. */
export function proxyBodyLength(head: Buffer): number | 'invalid' {
  if (head.length !== PROXY_HEAD_BYTES || !head.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return 'invalid'
  const command = head.readUInt8(12)
  if (command !== LOCAL && command !== PROXY) return 'invalid'
  const length = head.readUInt16BE(14)
  return length <= MAX_BODY_BYTES ? length : 'invalid'
}

/**
 * The client in a header; `local` for a connection of the proxy itself, for example a health check. Only TCP over IPv4
 * and IPv6, and without trailing bytes: anything else is invalid.
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

/** Whether the bytes are a sequence of type, length and value, up to the last byte. */
function areExtensionsWhole(bytes: Buffer): boolean {
  let at = 0
  while (at + 3 <= bytes.length) at += 3 + bytes.readUInt16BE(at + 1)
  return at === bytes.length
}
