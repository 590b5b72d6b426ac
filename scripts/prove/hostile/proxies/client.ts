import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { KeyPair } from '@watchpost/pki'

export interface ClientOptions {
  port: number
  /** The client's IP address. */
  from: string
  /** The CA of the appliance; without it the client uses plain HTTP. */
  ca?: string
  pair?: KeyPair
}

/** Sends one request and returns the whole response; empty if the connection was closed without one. */
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

/** A request without a login, which is audited with the caller's IP address. */
export function asStranger(headers: readonly string[] = []): string {
  return `${['GET /api/version HTTP/1.1', 'Host: localhost', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`
}

export function loginWith(bodyBytes: number): string {
  const lines = [
    'POST /api/auth/login HTTP/1.1',
    'Host: localhost',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${bodyBytes}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${'x'.repeat(bodyBytes)}`
}
