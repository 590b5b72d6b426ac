import { type Static, Type } from 'typebox'
import { bodyFailures, ExpirationDate, GivenPassword, SessionExpirationDate } from './access.ts'
import { commonFailures, failures } from '../problems/problem.ts'
import { Line } from '../text.ts'

export const LoginRequest = Type.Object(
  {
    username: Line({ minLength: 1, maxLength: 128, examples: ['admin'] }),
    password: GivenPassword,
  },
  { additionalProperties: false, examples: [{ username: 'admin', password: 'correct horse battery' }] },
)
export type LoginRequest = Static<typeof LoginRequest>

export const LoginResponse = Type.Object({
  token: Type.String({
    description: 'Opaque; the value of the header `API-KEY` of every later request. It cannot be shown again.',
    examples: ['apk_3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  }),
  expiration_date: ExpirationDate,
  session_expiration_date: SessionExpirationDate,
})
export type LoginResponse = Static<typeof LoginResponse>

const tokenAnswer = {
  ...LoginResponse,
  description: 'The token and its end.',
  headers: {
    'Expires-In': Type.Integer({ description: 'Seconds until the token ends.', examples: [28_800] }),
  },
}

export const login = {
  operationId: 'login',
  tags: ['Authentication'],
  summary: 'Log in',
  description:
    'Gives a token for the header `API-KEY`. The account needs operator rights. The token lives as long as the session age setting says (8 hours at first), used or not, and can be refreshed until the session ends (7 days after the login at first). Failed logins are slowed down: from the fifth on, an account takes the next after 1 second, then 2, 4 and so on up to 15 minutes; sources that it signed in from before are counted separately.',
  security: [],
  body: LoginRequest,
  response: {
    200: tokenAnswer,
    ...failures(
      ...bodyFailures,
      'wrong-credentials',
      'forbidden',
      'login-throttled',
      'too-many-requests',
      'internal',
      'store-unavailable',
    ),
  },
}

export const refresh = {
  operationId: 'refresh',
  tags: ['Authentication'],
  summary: 'Replace the token',
  description:
    'Gives a new token and ends the one that the request carries. For tokens of a login. The new token lives for the session age, but never beyond `session_expiration_date`, which stays that of the login.',
  response: { 200: tokenAnswer, ...failures(...commonFailures) },
}

export const logout = {
  operationId: 'logout',
  tags: ['Authentication'],
  summary: 'Log out',
  description:
    'Ends the token, or the browser session, that the request carries; every copy of the API refuses it within a second. An API key is not logged out but removed.',
  response: { 204: { type: 'null', description: 'It has ended.' }, ...failures(...commonFailures) },
} as const
