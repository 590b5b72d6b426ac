import { type ProblemCode, problems } from '../../packages/contract/src/index.ts'

/** `docs/errors.md`: every problem that the API can return. */
export function errorsPage(): string {
  const codes = (Object.keys(problems) as ProblemCode[]).sort(
    (one, other) => problems[one].status - problems[other].status || one.localeCompare(other),
  )
  const rows = codes.map((code) => {
    const { status, title, help } = problems[code]
    return `| \`${code}\` | ${status} | ${title}. | ${help} |`
  })
  return `${intro}
| code | status | meaning | what to do |
|---|---|---|---|
${rows.join('\n')}
`
}

const intro = `<!-- Written by \`pnpm gen\` from packages/contract/src/problems/problems.ts: change it there. -->

# Problems

Every failure is an \`application/problem+json\` body (RFC 9457):

\`\`\`json
{
  "type": "/problems/query-invalid",
  "title": "The search body is not valid",
  "status": 400,
  "detail": "There is no such key.",
  "instance": "0b9ee1c0-5c1c-4a3a-9d0e-6f2f6a1f3a55",
  "errors": [{ "pointer": "#/query/bool/musst", "detail": "There is no such key." }]
}
\`\`\`

- \`type\` is \`/problems/\` and a code of the table below. It is also an address: the appliance answers there with what it means. Programs decide by it; codes keep their meaning.
- \`detail\` says what was wrong this time, for a person.
- \`instance\` is the id of the request, the same as in the header \`request-id\` and in the log of the appliance.
- \`errors\` names each place: \`pointer\` is a JSON pointer into the body, \`parameter\` a query parameter.
- \`Retry-After\` gives seconds wherever trying again helps (429 and 503).

A refusal without a code of its own (a request that is not HTTP, for example) has the type \`about:blank\` and its bare status.
`
