import { type Static, Type } from 'typebox'
import { failures } from './problem.ts'

export const LoginRequest = Type.Object(
  {
    // PostgreSQL stores no NUL, so no account can have one in its name.
    username: Type.String({ minLength: 1, maxLength: 128, pattern: '^[^\\u0000]*$', examples: ['admin'] }),
    password: Type.String({ minLength: 1, maxLength: 1_024, format: 'password', examples: ['correct horse battery'] }),
  },
  { additionalProperties: false },
)
export type LoginRequest = Static<typeof LoginRequest>

export const LoginResponse = Type.Object({
  token: Type.String({
    description: 'Opaque; the value of the header `API-KEY` of every later request. It cannot be shown again.',
    examples: ['apk_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  }),
  expiration_date: Type.String({
    description: 'When the token ends: UTC, with microseconds and no zone designator.',
    examples: ['2026-11-14T09:12:33.412345'],
  }),
})
export type LoginResponse = Static<typeof LoginResponse>

export const login = {
  operationId: 'login',
  tags: ['Authentication'],
  summary: 'Log in',
  description:
    'Gives a token for the header `API-KEY`. The account needs operator rights. The token lives as long as the session age setting says (8 hours at first), used or not.',
  security: [],
  body: LoginRequest,
  response: {
    200: { ...LoginResponse, description: 'The token and its end.' },
    ...failures(
      'invalid-request',
      'wrong-credentials',
      'forbidden',
      'payload-too-large',
      'unsupported-media-type',
      'too-many-requests',
      'internal',
      'store-unavailable',
    ),
  },
}
