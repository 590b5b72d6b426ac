import { Buffer } from 'node:buffer'

const CLIENT_MAC = Buffer.from('020000000001', 'hex')
const SERVER_MAC = Buffer.from('020000000002', 'hex')
const IPV4 = Buffer.from([0x08, 0x00])
const TCP = 6
const UDP = 17
const WINDOW = 64_240
const MOST_IN_A_SEGMENT = 1_400

const FIN = 0x01
const SYN = 0x02
const PUSH = 0x08
const ACK = 0x10

/** One endpoint of a connection. */
export interface End {
  address: string
  port: number
}

export interface Conversation {
  client: End
  server: End
}

/** The frames of a TCP connection: its handshake, the data of each side in turn, and its end. */
export function tcpFrames({ client, server }: Conversation, said: readonly ['client' | 'server', Buffer][]): Buffer[] {
  const frames: Buffer[] = []
  const next = { client: 1_000, server: 5_000 }
  const put = (from: 'client' | 'server', flags: number, data: Buffer = Buffer.alloc(0)) => {
    const to = from === 'client' ? 'server' : 'client'
    const ends = { client, server }
    const header = Buffer.alloc(20)
    header.writeUInt16BE(ends[from].port, 0)
    header.writeUInt16BE(ends[to].port, 2)
    header.writeUInt32BE(next[from], 4)
    header.writeUInt32BE(flags === SYN ? 0 : next[to], 8)
    header.writeUInt8(5 << 4, 12)
    header.writeUInt8(flags, 13)
    header.writeUInt16BE(WINDOW, 14)
    frames.push(frame(from === 'client', ends[from], ends[to], TCP, 16, Buffer.concat([header, data])))
    next[from] += data.length + (flags & (SYN | FIN) ? 1 : 0)
  }
  put('client', SYN)
  put('server', SYN | ACK)
  put('client', ACK)
  for (const [from, bytes] of said) {
    for (let at = 0; at < bytes.length; at += MOST_IN_A_SEGMENT) {
      put(from, PUSH | ACK, bytes.subarray(at, at + MOST_IN_A_SEGMENT))
      put(from === 'client' ? 'server' : 'client', ACK)
    }
  }
  put('client', FIN | ACK)
  put('server', FIN | ACK)
  put('client', ACK)
  return frames
}

export function udpFrame({ client, server }: Conversation, from: 'client' | 'server', data: Buffer): Buffer {
  const [source, target] = from === 'client' ? [client, server] : [server, client]
  const header = Buffer.alloc(8)
  header.writeUInt16BE(source.port, 0)
  header.writeUInt16BE(target.port, 2)
  header.writeUInt16BE(8 + data.length, 4)
  return frame(from === 'client', source, target, UDP, 6, Buffer.concat([header, data]))
}

/** The frames as a capture file, one millisecond apart. */
export function captureFile(frames: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(24)
  head.writeUInt32LE(0xa1b2c3d4, 0)
  head.writeUInt16LE(2, 4)
  head.writeUInt16LE(4, 6)
  head.writeUInt32LE(65_535, 16)
  head.writeUInt32LE(1, 20)
  const parts = frames.flatMap((bytes, turn) => {
    const record = Buffer.alloc(16)
    record.writeUInt32LE(1_700_000_000 + Math.floor(turn / 1_000), 0)
    record.writeUInt32LE((turn % 1_000) * 1_000, 4)
    record.writeUInt32LE(bytes.length, 8)
    record.writeUInt32LE(bytes.length, 12)
    return [record, bytes]
  })
  return Buffer.concat([head, ...parts])
}

function frame(
  isFromClient: boolean,
  source: End,
  target: End,
  protocol: number,
  checksumAt: number,
  segment: Buffer,
): Buffer {
  const addresses = Buffer.concat([addressBytes(source.address), addressBytes(target.address)])
  const pseudo = Buffer.from([0, protocol, segment.length >> 8, segment.length & 0xff])
  segment.writeUInt16BE(checksumOf(Buffer.concat([addresses, pseudo, segment])), checksumAt)
  const header = Buffer.alloc(12)
  header.writeUInt8(0x45, 0)
  header.writeUInt16BE(20 + segment.length, 2)
  header.writeUInt8(64, 8)
  header.writeUInt8(protocol, 9)
  header.writeUInt16BE(checksumOf(Buffer.concat([header, addresses])), 10)
  const [from, to] = isFromClient ? [CLIENT_MAC, SERVER_MAC] : [SERVER_MAC, CLIENT_MAC]
  return Buffer.concat([to, from, IPV4, header, addresses, segment])
}

function addressBytes(address: string): Buffer {
  return Buffer.from(address.split('.').map(Number))
}

/** The internet checksum: the complement of the sum of all 16-bit words, with carries added. */
function checksumOf(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 2) sum += ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  return ~sum & 0xffff
}
