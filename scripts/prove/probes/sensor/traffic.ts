import { randomBytes } from 'node:crypto'
import { captureFile, type Conversation, tcpFrames, udpFrame } from './packets.ts'

const RESOLVER = '10.1.0.53'
const WEB = '203.0.113.10'
/** Every so many sessions a file is larger than a piece of an upload. */
const LARGE_EVERY = 100
const LARGE_BYTES = 1_500_000

/**
 * Sessions that a sensor reports: DNS queries, HTTP pages and files, TLS handshakes. Every tenth of each kind matches a
 * rule. Each session has its own IP addresses and ports.
 */
export function traffic({ first, sessions, certificate }: TrafficOptions): Buffer {
  return captureFile(Array.from({ length: sessions }, (_, turn) => sessionOf(first + turn, certificate)).flat())
}

export interface TrafficOptions {
  first: number
  sessions: number
  /** The server certificate for TLS handshakes, in DER. */
  certificate: Buffer
}

function sessionOf(turn: number, certificate: Buffer): Buffer[] {
  const isBad = Math.floor(turn / 4) % 10 === 0
  const client = { address: `10.2.${(turn >> 8) & 255}.${turn & 255}`, port: 20_000 + (turn % 40_000) }
  switch (turn % 4) {
    case 0:
      return lookUp({ client, server: { address: RESOLVER, port: 53 } }, turn, isBad ? 'c2.bad.test' : 'example.test')
    case 1:
      return fetchPage({ client, server: { address: WEB, port: 80 } }, turn, isBad ? 'BadBot/1' : 'curl/8')
    case 2:
      return greet(
        { client, server: { address: WEB, port: 443 } },
        isBad ? 'evil.example.test' : `s${turn}.example.test`,
        certificate,
      )
    default:
      return fetchFile({ client, server: { address: WEB, port: 80 } }, turn, isBad)
  }
}

function lookUp(ends: Conversation, turn: number, domain: string): Buffer[] {
  const labels = [`h${turn}`, ...domain.split('.')].map((label) => Buffer.from([label.length, ...Buffer.from(label)]))
  const question = Buffer.concat([...labels, Buffer.from([0, 0, 1, 0, 1])])
  const head = (flags: number, answers: number) => {
    const bytes = Buffer.alloc(12)
    for (const [at, value] of [turn & 0xffff, flags, 1, answers].entries()) bytes.writeUInt16BE(value, at * 2)
    return bytes
  }
  // An A record in class IN with a compressed name and a TTL of one minute.
  const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, 10])
  return [
    udpFrame(ends, 'client', Buffer.concat([head(0x0100, 0), question])),
    udpFrame(ends, 'server', Buffer.concat([head(0x8180, 1), question, answer])),
  ]
}

function fetchPage(ends: Conversation, turn: number, agent: string): Buffer[] {
  const body = Buffer.from(`<html><body>page ${turn}</body></html>`)
  return exchange(ends, `/page/${turn}`, agent, 'text/html', body)
}

function fetchFile(ends: Conversation, turn: number, isBad: boolean): Buffer[] {
  const isLarge = turn % LARGE_EVERY === 3
  const body = isBad ? Buffer.from(`WATCHPOST-PROOF-BAD-FILE ${turn}`) : randomBytes(isLarge ? LARGE_BYTES : 2_000)
  const type = `application/octet-stream\r\nContent-Disposition: attachment; filename="file-${turn}.bin"`
  return exchange(ends, `/files/${turn}`, 'curl/8', type, body)
}

function exchange(ends: Conversation, path: string, agent: string, type: string, body: Buffer): Buffer[] {
  const ask = `GET ${path} HTTP/1.1\r\nHost: files.example.test\r\nUser-Agent: ${agent}\r\nAccept: */*\r\n\r\n`
  const head = `HTTP/1.1 200 OK\r\nServer: proof/1.0\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`
  return tcpFrames(ends, [
    ['client', Buffer.from(ask)],
    ['server', Buffer.concat([Buffer.from(head), body])],
  ])
}

/** The hello messages of TLS 1.2: the client's with a server name, the server's with a certificate. */
function greet(ends: Conversation, name: string, certificate: Buffer): Buffer[] {
  const extension = (type: number, data: Buffer) => Buffer.concat([short(type), sized(2, data)])
  const serverName = sized(2, Buffer.concat([Buffer.from([0]), sized(2, Buffer.from(name))]))
  const curves = sized(2, Buffer.from([0, 29, 0, 23]))
  const extensions = sized(2, Buffer.concat([extension(0, serverName), extension(10, curves)]))
  const ciphers = sized(2, Buffer.from([0xc0, 0x2f, 0xc0, 0x30]))
  const clientHello = Buffer.concat([
    short(0x0303),
    randomBytes(32),
    Buffer.from([0]),
    ciphers,
    Buffer.from([1, 0]),
    extensions,
  ])
  const serverHello = Buffer.concat([short(0x0303), randomBytes(32), Buffer.from([0, 0xc0, 0x2f, 0])])
  const message = (type: number, body: Buffer) => Buffer.concat([Buffer.from([type]), sized(3, body)])
  const record = (...messages: Buffer[]) =>
    Buffer.concat([Buffer.from([0x16, 3, 1]), sized(2, Buffer.concat(messages))])
  return tcpFrames(ends, [
    ['client', record(message(1, clientHello))],
    [
      'server',
      record(message(2, serverHello), message(11, sized(3, sized(3, certificate))), message(14, Buffer.alloc(0))),
    ],
    ['client', Buffer.concat([Buffer.from([0x14, 3, 3, 0, 1, 1, 0x17, 3, 3, 0, 32]), randomBytes(32)])],
  ])
}

function short(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff])
}

/** Prefixes the bytes with their length, in `width` bytes. */
function sized(width: number, bytes: Buffer): Buffer {
  const length = Buffer.alloc(width)
  length.writeUIntBE(bytes.length, 0, width)
  return Buffer.concat([length, bytes])
}
