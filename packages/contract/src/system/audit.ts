import { type Static, type TSchema, Type } from 'typebox'
import { nextLink } from '../next-link.ts'
import { commonFailures, failures } from '../problems/problem.ts'
import { Line } from '../text.ts'

const text = (description: string, example: string) =>
  Type.Optional(Line({ minLength: 1, maxLength: 256, description: `${description} For example \`${example}\`.` }))

const instant = (description: string) => Type.Optional(Type.String({ maxLength: 40, description }))

export const AuditParameters = Type.Object(
  {
    kind: Type.Optional(
      Type.Enum(['change', 'access'], {
        description: '`change`: what was changed. `access`: who looked at something or was refused. Left out: both.',
      }),
    ),
    from: instant('From this instant on: ISO 8601, for example `2026-11-14T09:00:00Z`.'),
    to: instant('Before this instant: ISO 8601.'),
    actor: text('Name of the user who acted.', 'olga'),
    action: text('What was done.', 'user.create'),
    object: text('What it was done to.', 'user/7'),
    address: text('From where.', '192.0.2.7'),
    result: Type.Optional(
      Type.Enum(['ok', 'refused', 'failed'], { description: 'How it ended; what was changed is always `ok`.' }),
    ),
    text: text('Anywhere in an entry, whatever the case.', 'session_age'),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10_000, default: 100, description: 'Most entries of a page.' }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 200, description: 'Where to go on: taken from `Link`.' })),
    format: Type.Optional(
      Type.Enum(['json', 'csv'], { default: 'json', description: '`csv` (RFC 4180) for spreadsheets.' }),
    ),
  },
  { additionalProperties: false },
)
export type AuditParameters = Static<typeof AuditParameters>

const orNull = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })

export const AuditEntryView = Type.Object(
  {
    id: Type.String({ description: 'Of a change, its number in the chain.', examples: ['change/1042'] }),
    kind: Type.Enum(['change', 'access']),
    at: Type.String({ description: 'UTC, with microseconds.', examples: ['2026-11-14T09:12:33.412345Z'] }),
    account_id: orNull(Type.Integer(), 'The account that acted, if it is one.'),
    actor: Type.String({ description: 'Its name then; empty for strangers.', examples: ['olga'] }),
    via: Type.String({
      description: '`token`, `cookie`, `key`, `console`, `login`, `appliance`; `none` for strangers.',
      examples: ['token'],
    }),
    credential: orNull(Type.String(), "First digits of the session's hash, or the number of the key."),
    address: Type.String({ examples: ['192.0.2.7'] }),
    request_id: Type.String({ description: 'As in the header `request-id` of the answer.' }),
    action: Type.String({ examples: ['user.create'] }),
    object: Type.String({ examples: ['user/7'] }),
    result: Type.Enum(['ok', 'refused', 'failed']),
    status: orNull(Type.Integer(), 'Of the answer, where nothing was changed.'),
    detail: orNull(Type.String(), 'A search as it was understood, parameters, or the code of the problem.'),
    before: Type.Unknown({ description: 'Of a change: what was before, without secrets.' }),
    after: Type.Unknown({ description: 'Of a change: what is now, without secrets.' }),
  },
  { description: 'Who did what.' },
)
export type AuditEntryView = Static<typeof AuditEntryView>

export const listAudit = {
  operationId: 'listAudit',
  tags: ['Audit'],
  summary: 'Who did what',
  description:
    'Changes, searches and listings, failed logins and refusals, newest first. A page looks at 5,000 entries of each kind at the most, so that it takes the same time whatever the filters: it may be short, or empty, and `Link` leads on while there is more. Reading the audit is audited.',
  querystring: AuditParameters,
  response: {
    200: {
      description: 'Newest first.',
      headers: nextLink('/api/audit?actor=olga&cursor=eyJhIjoi'),
      content: {
        'application/json': { schema: Type.Array(AuditEntryView) },
        'text/csv': { schema: Type.String({ description: 'The same, with a first line of names.' }) },
      },
    },
    ...failures('invalid-request', 'cursor-invalid', ...commonFailures),
  },
}
