import { type Static, Type } from 'typebox'
import {
  bodyFailures,
  ExpirationDate,
  GivenPassword,
  IdParameter,
  Instant,
  NewPassword,
  Permission,
  Role,
  Scope,
  SessionExpirationDate,
} from './access.ts'
import { LoginRequest } from './login.ts'
import { PasswordEffects, revokeKeys } from './password.ts'
import { commonFailures, failures } from '../problems/problem.ts'

export const Me = Type.Object(
  {
    id: Type.Integer({ description: 'The number of the account.', examples: [1] }),
    username: Type.String({ examples: ['admin'] }),
    role: Role,
    via: Type.Enum(['token', 'cookie', 'key'], { description: 'What the request carried.' }),
    expiration_date: Type.Union([ExpirationDate, Type.Null()], {
      description: 'When what it carried ends: UTC, with microseconds and no zone designator; null for never.',
    }),
    session_expiration_date: Type.Union([SessionExpirationDate, Type.Null()], {
      description:
        'When to log in again at the latest: a token can be refreshed until then, a browser session ends with its `expiration_date`; null for a key.',
    }),
    must_change_password: Type.Boolean({
      description: 'Until the password is changed, only this call, logging out and changing it are answered.',
    }),
    permissions: Type.Array(Permission, { description: 'What it may be used for.', examples: [['event:read']] }),
    scopes: Type.Union([Type.Array(Scope), Type.Null()], { description: 'Of a key; null for a session.' }),
  },
  { description: 'Who is asking.' },
)
export type Me = Static<typeof Me>

export const whoAmI = {
  operationId: 'whoAmI',
  tags: ['Authentication'],
  summary: 'Who am I',
  description: 'The account, its role, and when the credential of this request ends.',
  response: { 200: Me, ...failures(...commonFailures) },
}

const cookieRules =
  'Requests with a cookie that change something need the header `X-Requested-With` with any value, and must come from a page of the appliance itself.'

export const beginSession = {
  operationId: 'beginSession',
  tags: ['Authentication'],
  summary: 'Sign in with a browser',
  description: `Sets the cookie \`__Host-sid\` (HttpOnly, Secure, SameSite=Strict), for every role. It ends with the session age, after half an hour without a request, and when the same account signs in an eleventh time. ${cookieRules} This call needs the header as well.`,
  security: [],
  body: LoginRequest,
  response: {
    201: { ...Me, description: 'Who is signed in now.', headers: { 'Set-Cookie': Type.String() } },
    ...failures(
      ...bodyFailures,
      'wrong-credentials',
      'cross-site-request',
      'login-throttled',
      'too-many-requests',
      'internal',
      'store-unavailable',
    ),
  },
}

export const endSession = {
  operationId: 'endSession',
  tags: ['Authentication'],
  summary: 'Sign out of a browser',
  description: 'Ends the session that the request carries and removes the cookie.',
  response: { 204: { type: 'null', description: 'It has ended.' }, ...failures(...commonFailures) },
} as const

export const ConfirmRequest = Type.Object(
  { password: GivenPassword },
  { additionalProperties: false, examples: [{ password: 'correct horse battery' }] },
)
export type ConfirmRequest = Static<typeof ConfirmRequest>

export const confirmSession = {
  operationId: 'confirmSession',
  tags: ['Authentication'],
  summary: 'Give the password again',
  description:
    'Browser sessions may make dangerous changes only within 5 minutes after the password was given: otherwise those calls answer 403 `confirmation-needed`, and this one opens them again. Tokens and API keys need none of it.',
  body: ConfirmRequest,
  response: {
    204: { type: 'null', description: 'Confirmed for 5 minutes.' },
    ...failures(...bodyFailures, 'wrong-password', 'login-throttled', ...commonFailures),
  },
} as const

export const PasswordChange = Type.Object(
  { current_password: GivenPassword, new_password: NewPassword, ...revokeKeys },
  {
    additionalProperties: false,
    examples: [{ current_password: 'correct horse battery', new_password: 'seven quiet lamps over the harbour' }],
  },
)
export type PasswordChange = Static<typeof PasswordChange>

export const changePassword = {
  operationId: 'changePassword',
  tags: ['Authentication'],
  summary: 'Change my password',
  description:
    'Needs the present one. Ends every other session of the account; this one goes on. API keys go on too, unless `revoke_keys` is true.',
  body: PasswordChange,
  response: {
    200: { ...PasswordEffects, description: 'Changed; what ended and what can still be used.' },
    ...failures(...bodyFailures, 'wrong-password', 'password-refused', 'login-throttled', ...commonFailures),
  },
}

export const Session = Type.Object(
  {
    id: Type.Integer({ examples: [31] }),
    kind: Type.Enum(['token', 'cookie'], { description: 'Of a program, or of a browser.' }),
    is_current: Type.Boolean({ description: 'The one that asks.' }),
    address: Type.String({ description: 'Where it began.', examples: ['192.0.2.7'] }),
    user_agent: Type.String({ examples: ['curl/8.5.0'] }),
    created_at: Instant('When it began.'),
    last_used_at: Instant('When it was last used, to the minute.'),
    expires_at: Instant('When it ends at the latest.'),
  },
  { description: 'A login that has not ended.' },
)
export type Session = Static<typeof Session>

const SessionList = Type.Array(Session, { description: 'Newest first.' })
const ended = { 204: { type: 'null', description: 'Ended.' } } as const

export const listMySessions = {
  operationId: 'listMySessions',
  tags: ['Authentication'],
  summary: 'My sessions',
  description: 'Every live login of the account, tokens and browsers.',
  response: { 200: SessionList, ...failures(...commonFailures) },
}

export const endMySessions = {
  operationId: 'endMySessions',
  tags: ['Authentication'],
  summary: 'End all my sessions',
  description: 'This one included. API keys go on.',
  response: { ...ended, ...failures(...commonFailures) },
}

export const endMySession = {
  operationId: 'endMySession',
  tags: ['Authentication'],
  summary: 'End one of my sessions',
  description: 'Every copy of the API refuses it within a second.',
  params: Type.Object({ id: IdParameter('The number of the session.') }),
  response: { ...ended, ...failures('invalid-request', 'not-found', ...commonFailures) },
}

const ofUser = { user_id: IdParameter('The number of the user.', 2) }

export const listUserSessions = {
  operationId: 'listUserSessions',
  tags: ['Users'],
  summary: 'Sessions of a user',
  description: 'Every live login of the account, tokens and browsers.',
  params: Type.Object(ofUser),
  response: { 200: SessionList, ...failures('invalid-request', 'not-found', ...commonFailures) },
}

export const endUserSessions = {
  operationId: 'endUserSessions',
  tags: ['Users'],
  summary: 'End all sessions of a user',
  description: 'The user can sign in again; to keep someone out, disable the account.',
  params: Type.Object(ofUser),
  response: { ...ended, ...failures('invalid-request', 'not-found', ...commonFailures) },
}

export const endUserSession = {
  operationId: 'endUserSession',
  tags: ['Users'],
  summary: 'End a session of a user',
  description: 'Every copy of the API refuses it within a second.',
  params: Type.Object({ ...ofUser, id: IdParameter('The number of the session.', 3) }),
  response: { ...ended, ...failures('invalid-request', 'not-found', ...commonFailures) },
}
