import { rogueDomain } from '../names.ts'
import { httpExchange, tlsPart } from '../sessions/web.ts'
import type { Stage } from '../stage.ts'
import type { Scene } from './signatures.ts'

/** The traffic that a signature matches. */
export interface Traffic {
  port: number
  /** Suricata's name of the protocol. */
  app: string
  /** The part of an alert that shows the protocol. */
  part?: Record<string, unknown>
  /** The separate event that the protocol's parser writes about the same traffic. */
  record?: { kind: string; part: Record<string, unknown> }
  payload: string
}

/** Generates the traffic of each scene. */
export const scenes: Record<Scene, (stage: Stage) => Traffic> = {
  http(stage) {
    const { random } = stage
    const http = httpExchange(stage, rogueDomain(random))
    const body = `<html><body>${random.hex(400)}</body></html>`
    const head = `${http.http_method} ${http.url} HTTP/1.1\r\nHost: ${http.hostname}\r\nUser-Agent: ${http.http_user_agent}`
    return {
      port: 80,
      app: 'http',
      part: { http: { ...http, http_response_body_printable: body } },
      record: { kind: 'http', part: { http } },
      payload: `${head}\r\nAccept: */*\r\nX-Token: ${random.hex(96)}\r\nConnection: keep-alive\r\n\r\n`,
    }
  },
  tls(stage) {
    const sni = rogueDomain(stage.random)
    const part = { tls: tlsPart(stage, sni) }
    const payload = `\x16\x03\x01\x02\x00\x01${stage.random.hex(160)}${sni}`
    return { port: 443, app: 'tls', part, record: { kind: 'tls', part }, payload }
  },
  dns({ random }) {
    const query = {
      type: 'query',
      id: random.int(65_536),
      rrname: rogueDomain(random),
      rrtype: 'A',
      tx_id: 0,
      opcode: 0,
    }
    return {
      port: 53,
      app: 'dns',
      // Within an alert the query is a list; in a separate dns event it is flat.
      part: { dns: { version: 2, query: [query] } },
      record: { kind: 'dns', part: { dns: { version: 2, ...query } } },
      payload: `\x00\x01\x00\x00${query.rrname}\x00\x01`,
    }
  },
  smb({ random }) {
    const smb = {
      id: 3,
      dialect: '3.11',
      command: 'SMB2_COMMAND_WRITE',
      status: 'STATUS_SUCCESS',
      status_code: '0x0',
      session_id: random.word(),
      tree_id: 1,
      filename: 'psexesvc.exe',
      share: '\\\\files\\admin$',
      share_type: 'FILE',
    }
    return {
      port: 445,
      app: 'smb',
      part: { smb },
      record: { kind: 'smb', part: { smb } },
      payload: `\xfeSMB${random.hex(200)}`,
    }
  },
  ssh: () => ({ port: 22, app: 'ssh', payload: 'SSH-2.0-paramiko_3.4\r\n' }),
  rdp: ({ random }) => ({ port: 3389, app: 'rdp', payload: `\x03\x00\x00\x2cCookie: mstshash=${random.hex(8)}\r\n` }),
  modbus: ({ random }) => ({ port: 502, app: 'modbus', payload: `\x00\x01\x00\x00\x00\x06\x01\x10${random.hex(12)}` }),
  icmp: () => ({ port: 0, app: 'failed', payload: 'abcdefghijklmnopqrstuvwabcdefghi' }),
  scan: ({ random }) => ({
    port: random.pick([21, 22, 23, 139, 445, 1433, 3306, 3389, 8080]),
    app: 'failed',
    payload: '',
  }),
}
