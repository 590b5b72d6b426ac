import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Bytes, Encoding } from './bytes.ts'

const closed = { additionalProperties: false }
const name = Type.String({ minLength: 1 })

/** The sender of a request. A stranger uses a new IP address each time; the bound key belongs to another network. */
export const identities = [
  'nobody',
  'stranger',
  'false-token',
  'viewer',
  'operator',
  'auditor',
  'administrator',
  'key',
  'bound-key',
  'probe',
] as const

const request = {
  as: Type.Enum([...identities]),
  port: Type.Enum(['api', 'gateway']),
  method: Type.String({ pattern: '^[A-Z]+$' }),
  path: Bytes,
  /** An empty value removes a header. `{{name}}` is replaced by a value of this run, here and in path and body. */
  headers: Type.Record(Type.String(), Type.String()),
  /** Sent as JSON. */
  body: Type.Unknown(),
  /** Sent unchanged. */
  text: Bytes,
  encode: Encoding,
  isBodyless: Type.Boolean(),
  /** The accepted statuses; 0 means that the connection is closed without a response. */
  expect: Type.Array(Type.Integer({ minimum: 0, maximum: 499 }), { minItems: 1 }),
  /** The detail of the problem must match this. */
  detail: Type.String(),
  absentHeaders: Type.Array(Type.String()),
}
const RequestRow = Type.Object({ name, ...Type.Partial(Type.Object(request)).properties }, closed)
const RequestTable = Type.Object(
  {
    area: name,
    defaults: Type.Partial(Type.Object(request, closed)),
    /** Makes one row per host name, with that name in its body. */
    hostnames: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
    rows: Type.Array(RequestRow),
  },
  closed,
)
export type RequestRow = Static<typeof RequestRow>

const RawTable = Type.Object(
  {
    area: name,
    rows: Type.Array(
      Type.Object(
        {
          name,
          bytes: Bytes,
          /** The largest allowed number of responses; one by default. */
          most: Type.Optional(Type.Integer({ minimum: 1 })),
          /** Node itself answers, without a body. */
          isBare: Type.Optional(Type.Boolean()),
        },
        closed,
      ),
    ),
  },
  closed,
)
export type RawRow = Static<typeof RawTable>['rows'][number]

const EventTable = Type.Object({ area: name, rows: Type.Array(Type.Object({ name, line: Bytes }, closed)) }, closed)
export type EventRow = Static<typeof EventTable>['rows'][number]

/** The rows of a table, merged with its shared properties; headers of both are sent. */
export function readRequests(file: string): { area: string; rows: RequestRow[] } {
  const { area, defaults, hostnames = [], rows } = read(RequestTable, file)
  const targets = hostnames.map((hostname) => ({
    name: `host name ${JSON.stringify(hostname)}`,
    body: { hostname, port: 6_514, enabled: false },
  }))
  return {
    area,
    rows: [...targets, ...rows].map((row: RequestRow) => ({
      ...defaults,
      ...row,
      headers: { ...defaults.headers, ...row.headers },
    })),
  }
}

export const readRaw = (): RawRow[] => read(RawTable, 'raw').rows
export const readEvents = (): EventRow[] => read(EventTable, 'events').rows

/** Tables of API requests and of probe requests. Those for export targets use an API with stricter settings. */
export const apiTables = [
  'guard-bodies',
  'guard-bytes',
  'guard-targets',
  'inputs',
  'paths',
  'browser',
  'forwarded',
  'accounts',
] as const
export const gatewayTables = ['enrolment', 'batches'] as const
export const targetTable = 'ssrf'

function read<T extends TSchema>(schema: T, file: string): Static<T> {
  const table: unknown = JSON.parse(readFileSync(join(import.meta.dirname, 'tables', `${file}.json`), 'utf8'))
  if (Value.Check(schema, table)) return table
  const [first] = Value.Errors(schema, table)
  throw new Error(`${file}.json: ${first?.instancePath} ${first?.message}`)
}
