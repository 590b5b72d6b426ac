import { type Static, Type } from 'typebox'
import { defaultDetail, type ProblemCode, problems } from './problems.ts'

/** The body of every failure (RFC 9457). */
export const Problem = Type.Object(
  {
    type: Type.String({
      description: 'Which problem: a URL on this appliance that explains it. It never changes.',
      examples: ['/problems/query-invalid'],
    }),
    title: Type.String({ examples: ['The search body is not valid'] }),
    status: Type.Integer({ examples: [400] }),
    detail: Type.Optional(Type.String({ description: 'What is wrong, and how to fix it.' })),
    instance: Type.String({ description: 'The id of the request, as in the header `request-id`.' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.Optional(
            Type.String({ description: 'JSON pointer into the body.', examples: ['#/query/bool/must/0'] }),
          ),
          parameter: Type.Optional(
            Type.String({ description: 'Parameter of the query string or the path.', examples: ['index'] }),
          ),
          detail: Type.String(),
          estimate: Type.Optional(Type.Number({ description: 'Where something is too much: what was found.' })),
          budget: Type.Optional(Type.Number({ description: 'And what is allowed.' })),
        }),
        { description: 'Each place that is wrong.' },
      ),
    ),
  },
  { $id: 'Problem', description: 'What went wrong (RFC 9457).' },
)
export type Problem = Static<typeof Problem>

const exampleId = '0b9ee1c0-5c1c-4a3a-9d0e-6f2f6a1f3a55'

/** The failures of a route, as response schemas; codes that share a status are distinguished by `type`. */
export function failures(...codes: ProblemCode[]) {
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `${problems[code].title} (\`/problems/${code}\`).`).join(' '),
        content: {
          'application/problem+json': { schema: { $ref: 'Problem#' }, examples: examplesOf(withoutEverywhere(group)) },
        },
      },
    ]),
  )
}

/** Problems that any call can return need no example at each call. */
const everywhere: readonly ProblemCode[] = ['password-change-needed', 'source-not-allowed', 'cross-site-request']

function withoutEverywhere(codes: readonly ProblemCode[]): readonly ProblemCode[] {
  const own = codes.filter((code) => !everywhere.includes(code))
  return own.length > 0 ? own : codes
}

/** One example body for each code. */
function examplesOf(codes: readonly ProblemCode[]) {
  return Object.fromEntries(
    codes.map((code) => {
      const { status, title, help } = problems[code]
      const value: Problem = {
        type: `/problems/${code}`,
        title,
        status,
        detail: defaultDetail(code),
        instance: exampleId,
      }
      return [code, { summary: title, description: help, value }]
    }),
  )
}

/** Problems of any call with a token. */
export const commonFailures = [
  'unauthenticated',
  'forbidden',
  'password-change-needed',
  'source-not-allowed',
  'cross-site-request',
  'too-many-requests',
  'internal',
  'store-unavailable',
] as const

export const readProblem = {
  operationId: 'readProblem',
  tags: ['System'],
  summary: 'What a problem means',
  description: 'The `type` of every failure leads here. Browsers get a page.',
  security: [],
  params: Type.Object({ code: Type.String({ maxLength: 64, examples: ['query-invalid'] }) }),
  response: {
    200: Type.Object(
      { code: Type.String(), status: Type.Integer(), title: Type.String(), help: Type.String() },
      { description: 'The meaning, and what to do.' },
    ),
    ...failures('invalid-request', 'not-found'),
  },
}
