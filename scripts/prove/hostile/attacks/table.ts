import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Bytes, Encoding } from './bytes.ts'

const closed = { additionalProperties: false }
const name = Type.String({ minLength: 1 })

/** Who sends a request. A stranger has another address each time; the bound key belongs to another network. */
export const identities = [
  'nobody',
  'stranger',
  'false-token',
  'viewer',
  'operator',
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
  /** An empty value takes a header away. `{{name}}` stands for a value of this run, here and in path and body. */
  headers: Type.Record(Type.String(), Type.String()),
  /** Sent as JSON. */
  body: Type.Unknown(),
  /** Sent as it is. */
  text: Bytes,
  encode: Encoding,
  isBodyless: Type.Boolean(),
  /** The statuses that are right; 0 for a connection that is closed without an answer. */
  expect: Type.Array(Type.Integer({ minimum: 0, maximum: 499 }), { minItems: 1 }),
  /** What the detail of the problem has to match. */
  detail: Type.String(),
  absentHeaders: Type.Array(Type.String()),
}
const RequestRow = Type.Object({ name, ...Type.Partial(Type.Object(request)).properties }, closed)
const RequestTable = Type.Object(
  {
    area: name,
    defaults: Type.Partial(Type.Object(request, closed)),
    /** A row for each, with the host name in its body. */
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
          /** Most answers that may come; one unless said. */
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

/** Rows of a table with what they have in common; headers of both are sent. */
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

/** Tables of requests to the API, and those of a probe. Targets of exports have an API with stricter settings. */
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
