import { readdirSync, readFileSync } from 'node:fs'

/** A connection as the kernel lists it. */
export interface SocketRow {
  localPort: number
  remoteAddress: string
  state: string
}

const CLOSE_WAIT = '08'
const TIME_WAIT = '06'
const LISTEN = '0A'

/** The number of open file descriptors of a process. */
export function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

/** Parses /proc/net/tcp or /proc/net/tcp6; IPv4 addresses have the same form in both. */
export function parseSockets(text: string): SocketRow[] {
  return text
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, local = '', remote = '', state = ''] = line.trim().split(/\s+/)
      return { localPort: Number.parseInt(local.split(':')[1] ?? '', 16), remoteAddress: addressOf(remote), state }
    })
}

/** Connections that a server on the port still holds with such peers, without those that only the kernel tracks. */
export function heldAt(rows: readonly SocketRow[], port: number, isPeer: (address: string) => boolean): number {
  return rows.filter(
    ({ localPort, remoteAddress, state }) =>
      localPort === port && state !== TIME_WAIT && state !== LISTEN && isPeer(remoteAddress),
  ).length
}

/** Connections that the peer has closed and the server has not. */
export function closeWaitAt(rows: readonly SocketRow[], port: number): number {
  return rows.filter(({ localPort, state }) => localPort === port && state === CLOSE_WAIT).length
}

export function readSockets(): SocketRow[] {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((path) => parseSockets(readFileSync(path, 'utf8')))
}

/** Four bytes in little-endian order. An IPv4-mapped IPv6 address has it in the last four of its sixteen bytes. */
function addressOf(remote: string): string {
  const hex = (remote.split(':')[0] ?? '').slice(-8)
  const bytes = hex.match(/../g) ?? []
  return bytes
    .map((byte) => Number.parseInt(byte, 16))
    .toReversed()
    .join('.')
}
