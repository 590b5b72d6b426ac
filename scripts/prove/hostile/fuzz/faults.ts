/** A request on its way to the API. */
export interface PassingRequest {
  /** The name in the API description: `GET /api/version`. */
  operation: string
  url: string
  body: string
}

/** A response on its way back. */
export interface PassingAnswer {
  status: number
  contentType: string
  body: string
}

/** A fault that the fuzzer must find. */
export interface PlantedFault {
  name: string
  operation: string
  /** The fuzzer's name for it. */
  check: string
  plant(answer: PassingAnswer, request: PassingRequest): PassingAnswer
}

const NUL = /%00|\\u0000/
const internal: PassingAnswer = {
  status: 500,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: '/problems/internal', title: 'Fault', status: 500, instance: 'x' }),
}

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: '500 for one parameter',
    operation: 'GET /api/alerts',
    check: 'Server error',
    plant: (answer, { url }) => (/[?&]risk_min=/.test(url) ? internal : answer),
  },
  {
    name: 'a required member is missing',
    operation: 'GET /api/version',
    check: 'Response violates schema',
    plant: (answer) => (answer.status === 200 ? { ...answer, body: without(answer.body, 'version') } : answer),
  },
  {
    name: 'a status that is not described',
    operation: 'GET /api/settings',
    check: 'Undocumented HTTP status code',
    plant: (answer) => (answer.status === 200 ? { ...answer, status: 202 } : answer),
  },
  {
    name: 'another content type',
    operation: 'GET /api/probes',
    check: 'Undocumented Content-Type',
    plant: (answer) => (answer.status === 200 ? { ...answer, contentType: 'text/html' } : answer),
  },
  {
    name: '500 for NUL',
    operation: 'GET /api/audit',
    check: 'Server error',
    plant: (answer, { url, body }) => (NUL.test(url) || NUL.test(body) ? internal : answer),
  },
  {
    name: 'words of the engine in a detail',
    operation: 'POST /api/data/es/search',
    check: 'Custom check failed: `no_engine_text`',
    plant: (answer) =>
      answer.status >= 400
        ? { ...answer, body: answer.body.replace(/"detail":"/, '"detail":"[1:85] [ip_range] failed to parse field ') }
        : answer,
  },
]

function without(body: string, member: string): string {
  const { [member]: _, ...rest } = JSON.parse(body) as Record<string, unknown>
  return JSON.stringify(rest)
}
