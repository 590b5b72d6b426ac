import { type Static, Type } from 'typebox'
import { bodyFailures, IdParameter, Instant, InstantOrNull, Scope } from './access.ts'
import { commonFailures, failures } from '../problems/problem.ts'
import { Line } from '../text.ts'

const name = Line({ minLength: 1, maxLength: 64, examples: ['siem'] })
const scopes = Type.Array(Scope, { minItems: 1, maxItems: 6, uniqueItems: true, examples: [['search', 'alerts:read']] })
const networks = Type.Array(Type.String({ maxLength: 64 }), {
  maxItems: 32,
  description: 'Addresses and CIDR networks that the key may come from, IPv4 and IPv6; anywhere when empty.',
  examples: [['192.0.2.0/24', '2001:db8::/48']],
})

export const ApiKey = Type.Object(
  {
    id: Type.Integer({ examples: [3] }),
    name,
    user: Type.Object({ id: Type.Integer(), username: Type.String() }, { description: 'Whom it acts for.' }),
    scopes,
    networks,
    created_at: Instant('When it was made.'),
    expires_at: InstantOrNull('When it ends; null for never.'),
    last_used_at: InstantOrNull('When it was last used, to the minute.'),
    last_used_address: Type.Union([Type.String(), Type.Null()], { description: 'From where.' }),
  },
  { description: 'A key; what it is made of is not shown again.' },
)
export type ApiKey = Static<typeof ApiKey>

export const NewApiKey = Type.Object(
  {
    name,
    scopes,
    networks: Type.Optional(networks),
    expires_at: Type.Optional(InstantOrNull('When it ends; left out or null for never.')),
    user_id: Type.Optional(
      IdParameter('Whom it acts for: an account whose role can have API keys. Left out: yourself.'),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ name: 'siem', scopes: ['search', 'alerts:read'], networks: ['192.0.2.0/24'] }],
  },
)
export type NewApiKey = Static<typeof NewApiKey>

export const CreatedApiKey = Type.Object(
  {
    ...ApiKey.properties,
    key: Type.String({
      description: 'The value of the header `API-KEY`. It cannot be shown again.',
      examples: ['apk_key_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
    }),
  },
  { description: 'The new key.' },
)
export type CreatedApiKey = Static<typeof CreatedApiKey>

const tags = ['Authentication']

export const listApiKeys = {
  operationId: 'listApiKeys',
  tags,
  summary: 'API keys',
  description: 'Your own; for administrators, everybody’s. Keys that have ended are listed until they are removed.',
  response: {
    200: Type.Array(ApiKey, { description: 'In the order they were made.' }),
    ...failures(...commonFailures),
  },
}

export const createApiKey = {
  operationId: 'createApiKey',
  tags,
  summary: 'Make an API key',
  description:
    'For connectors that never log in: it goes into the header `API-KEY` as a token does and lives until it ends or is removed. It can do what its scopes say, and never more than the role of its owner; it ends when the owner is disabled or gets a role that cannot have keys. A key that makes a key passes on no more than its own scopes, networks and end.',
  body: NewApiKey,
  response: {
    201: CreatedApiKey,
    ...failures(...bodyFailures, 'key-name-taken', 'confirmation-needed', 'exceeds-own-key', ...commonFailures),
  },
}

export const removeApiKey = {
  operationId: 'removeApiKey',
  tags,
  summary: 'Remove an API key',
  description: 'Your own; for administrators, anybody’s. Every copy of the API refuses it within a second.',
  params: Type.Object({ id: IdParameter('The number of the key.') }),
  response: {
    204: { type: 'null', description: 'Removed.' },
    ...failures('invalid-request', 'not-found', ...commonFailures),
  },
} as const
