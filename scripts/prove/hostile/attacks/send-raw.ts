import { connect } from 'node:tls'
import { bytesOf } from './bytes.ts'
import { judgeProblem } from './judge.ts'
import type { RawRow } from './table.ts'

/** The response to raw bytes. */
export interface RawAnswer {
  text: string
  /** False if the connection was still open at the end. */
  isClosed: boolean
}

const CLOSED_WITHIN_MS = 4_000

/** Sends bytes over TLS, half-closes the connection, and reads until the server closes it. */
export function sendRaw(port: number, { bytes }: RawRow): Promise<RawAnswer> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', rejectUnauthorized: false })
    const end = (isClosed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, isClosed })
    }
    const timer = setTimeout(() => end(false), CLOSED_WITHIN_MS)
    socket.once('secureConnect', () => socket.end(bytesOf(bytes)))
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
    socket.on('error', () => {})
    socket.once('close', () => end(true))
  })
}

/** Reports anything but an error response, more responses than requests, or a connection that stays open. */
export function judgeRaw({ most = 1, isBare = false }: RawRow, { text, isClosed }: RawAnswer): string | undefined {
  const statuses = [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status))
  const shown = `${statuses.join(' ') || 'nothing'} ${text.slice(0, 80).replaceAll(/\s+/g, ' ')}`
  if (!isClosed && statuses.length === 0) return 'no answer, and the connection stays open'
  if (statuses.length > most) return `${shown}: ${statuses.length} answers`
  if (statuses.some((status) => status < 400 || status >= 500)) return shown
  if (statuses.length === 0 || isBare) return undefined
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const type = /^content-type: *(.+)$/im.exec(head)?.[1]?.trim()
  return judgeProblem({ status: statuses[0] ?? 0, headers: { 'content-type': type }, text: body })
}
