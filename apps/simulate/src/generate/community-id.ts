import { hash } from 'node:crypto'

export type Transport = 'TCP' | 'UDP' | 'ICMP' | 'IPv6-ICMP'

const NUMBER: Record<Transport, number> = { TCP: 6, UDP: 17, ICMP: 1, 'IPv6-ICMP': 58 }

/** Each ICMP type that has a counterpart. Both types belong to one conversation, whichever is seen first. */
const COUNTERPART: Record<'ICMP' | 'IPv6-ICMP', Record<number, number>> = {
  ICMP: { 0: 8, 8: 0, 9: 10, 10: 9, 13: 14, 14: 13, 15: 16, 16: 15, 17: 18, 18: 17 },
  'IPv6-ICMP': { 128: 129, 129: 128, 130: 131, 131: 130, 133: 134, 134: 133, 135: 136, 136: 135, 139: 140, 140: 139 },
}

/**
 * Community ID version 1, seed 0: the same text for both directions of a flow, so that records of different tools can
 * be joined. For ICMP the ports are type and code.
 */
export function communityId(proto: Transport, src: string, srcPort: number, dest: string, destPort: number): string {
  const [fromPort, toPort, oneWay] = endpoints(proto, srcPort, destPort)
  const from = addressBytes(src)
  const to = addressBytes(dest)
  const order = from.compare(to)
  const inOrder = oneWay || order < 0 || (order === 0 && fromPort < toPort)
  const [low, high, lowPort, highPort] = inOrder ? [from, to, fromPort, toPort] : [to, from, toPort, fromPort]

  const key = Buffer.alloc(2 + low.length + high.length + 6)
  low.copy(key, 2)
  high.copy(key, 2 + low.length)
  const tail = 2 + low.length + high.length
  key[tail] = NUMBER[proto]
  key.writeUInt16BE(lowPort, tail + 2)
  key.writeUInt16BE(highPort, tail + 4)
  return `1:${hash('sha1', key, 'base64')}`
}

function endpoints(proto: Transport, first: number, second: number): [number, number, boolean] {
  if (proto === 'TCP' || proto === 'UDP') return [first, second, false]
  const counterpart = COUNTERPART[proto][first]
  return counterpart === undefined ? [first, second, true] : [first, counterpart, false]
}

/** The IP address in network byte order: 4 or 16 bytes. */
export function addressBytes(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail] = address.split('::')
  const left = groups(head)
  const right = tail === undefined ? [] : groups(tail)
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0)
  const bytes = Buffer.alloc(16)
  for (const [index, group] of [...left, ...zeros, ...right].entries()) bytes.writeUInt16BE(group, index * 2)
  return bytes
}

function groups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}
