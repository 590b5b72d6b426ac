import { randomBytes } from 'node:crypto'
import { Agent } from 'node:https'
import type { KeyPair } from '@watchpost/pki'
import { exchange } from '../harness/http-exchange.ts'

/** The gateway's port and the CA of its certificate. */
export interface Gateway {
  port: number
  ca: string
}

export interface GatewayAnswer {
  /** 0 if the connection was refused before any response. */
  status: number
  /** The last part of a problem's type, or the connection error. */
  code: string
  body: Record<string, unknown>
}

export interface GatewayRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** An agent with a kept connection; by default a new connection. */
  agent?: Agent
}

const TIMEOUT_MS = 10_000

/** A kept connection with a client certificate. */
export function keptConnection({ ca }: Gateway, pair: KeyPair, chain = ''): Agent {
  return new Agent({ keepAlive: true, maxSockets: 1, ca, cert: pair.certPem + chain, key: pair.keyPem })
}

/** One request to the gateway without our client library. */
export async function callGateway({ port, ca }: Gateway, call: GatewayRequest): Promise<GatewayAnswer> {
  const { method, path, headers = {}, body, agent = new Agent({ keepAlive: false, ca }) } = call
  const json = { 'content-type': 'application/json' }
  try {
    const { status, text } = await exchange({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent,
      timeout: TIMEOUT_MS,
      headers: { ...(body !== undefined && json), ...headers },
      body,
    })
    const answer = parse(text)
    const type = typeof answer.type === 'string' ? answer.type : ''
    return { status, code: type.replace(/.*\//, ''), body: answer }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return { status: 0, code: code ?? message, body: {} }
  }
}

/** Sends one event, by default in a new stream. */
export function sendEvent(
  gateway: Gateway,
  agent: Agent,
  line: string,
  at: { stream?: string; sequence?: number } = {},
) {
  return sendBatch(gateway, agent, `${line}\n`, at)
}

/** Sends lines unchanged, by default in a new stream. */
export function sendBatch(
  gateway: Gateway,
  agent: Agent,
  body: string | Buffer,
  { stream = randomStream(), sequence = 0 }: { stream?: string; sequence?: number } = {},
) {
  return callGateway(gateway, {
    method: 'POST',
    path: '/v1/events',
    agent,
    headers: {
      'content-type': 'application/x-ndjson',
      'watchpost-stream': stream,
      'watchpost-first-sequence': String(sequence),
    },
    body,
  })
}

export function randomStream(): string {
  return randomBytes(16).toString('hex')
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return { text }
  }
}
