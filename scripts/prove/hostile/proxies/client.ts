import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { KeyPair } from '@watchpost/pki'

export interface ClientOptions {
  port: number
  /** The address that the client has. */
  from: string
  /** The authority of the appliance; without it the client speaks plain HTTP. */
  ca?: string
  pair?: KeyPair
}

/** Sends one request and answers all that comes; empty when the connection was closed without an answer. */
export function sendRaw({ port, from, ca, pair }: ClientOptions, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = openSocket(port, from)
    const stream: Socket = ca
      ? connectTls({ socket, ca, servername: 'localhost', ...(pair && { cert: pair.certPem, key: pair.keyPem }) })
      : socket
    let heard = ''
    stream.on('error', () => {})
    stream.setEncoding('utf8').on('data', (text: string) => {
      heard += text
    })
    stream.on('close', () => resolve(heard))
    stream.write(bytes)
  })
}

export function openSocket(port: number, from: string): Socket {
  return connectTcp({ port, host: '127.0.0.1', localAddress: from }).on('error', () => {})
}

/** A login that fails, which the audit has with the address of the caller. */
export function failingLogin(headers: readonly string[] = [], bodyBytes = 0): string {
  const body = JSON.stringify({ username: 'operator', password: 'wrong'.padEnd(bodyBytes, '-') })
  const lines = [
    'POST /api/auth/login HTTP/1.1',
    'Host: localhost',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    ...headers,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
