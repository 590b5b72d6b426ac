import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import type { Stack } from '../../../stack/stack.ts'
import { exchange } from '../../harness/http-exchange.ts'

/** A separate IP address for each, so that its cluster can be found. */
export function addressOf(number: number): string {
  return `10.66.${Math.floor(number / 250)}.${(number % 250) + 1}`
}

/** An alert with the payload in every field that a sender of traffic controls, and in the name of one. */
export function hostileEvent(payload: string, number: number, at: Date): object {
  return {
    timestamp: at.toISOString().replace('Z', '000+0000'),
    event_type: 'alert',
    flow_id: 1_000_000 + number,
    in_iface: payload,
    src_ip: addressOf(number),
    src_port: 40_000,
    dest_ip: '203.0.113.66',
    dest_port: 80,
    proto: 'TCP',
    app_proto: 'http',
    host: payload,
    alert: {
      action: 'allowed',
      gid: 1,
      signature_id: 6_000_000 + number,
      rev: 1,
      signature: payload,
      category: payload,
      severity: (number % 3) + 1,
      metadata: { mitre_technique_name: [payload], mitre_technique_id: [payload] },
    },
    http: {
      hostname: payload,
      url: payload,
      http_user_agent: payload,
      http_refer: payload,
      http_method: 'GET',
      status: 200,
    },
    fileinfo: { filename: payload, magic: payload, state: 'CLOSED', stored: false, size: 1 },
    email: { from: payload, to: [payload], subject: payload, attachment: [payload] },
    smtp: { helo: payload, mail_from: payload, rcpt_to: [payload] },
    tls: { sni: payload, subject: payload, issuerdn: payload },
    dns: { type: 'query', rrname: payload, rrtype: 'A' },
    ssh: { client: { software_version: payload } },
    payload: Buffer.from(payload).toString('base64'),
    payload_printable: payload,
    extra: { [payload]: payload },
  }
}

/** Sends events as the first probe of the stack, in one batch of a new stream. */
export async function sendAsProbe({ folder, state }: Stack, events: readonly object[]): Promise<void> {
  const body = zstdCompressSync(Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join('')))
  const read = (name: string) => readFileSync(join(folder.probes, name))
  const { status } = await exchange({
    method: 'POST',
    host: '127.0.0.1',
    port: state.config.gatewayPort,
    path: '/v1/events',
    ca: readFileSync(folder.ca),
    cert: read('1.pem'),
    key: read('1-key.pem'),
    headers: {
      'content-type': 'application/x-ndjson',
      'content-encoding': 'zstd',
      'watchpost-stream': randomBytes(16).toString('hex'),
      'watchpost-first-sequence': '0',
    },
    body,
  })
  if (status !== 200) throw new Error(`the gateway answered ${status}`)
}
