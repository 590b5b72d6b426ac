/** The parts of an OpenAPI description that the interactive page uses. */
export interface Description {
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Exemplified & { schema: object }> }
}

interface Exemplified {
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

interface Parameter extends Exemplified {
  in: 'path' | 'query' | 'header'
  name: string
  schema: { example?: unknown; default?: unknown }
}

/** A prefilled value and its schema. */
export interface PrefilledValue {
  /** `id`, or `body`. */
  name: string
  value: unknown
  schema: object
}

/** The request that the interactive page sends if nothing is changed before Execute is pressed. */
export interface PrefilledRequest {
  operationId: string
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
  values: PrefilledValue[]
}

const JSON_TYPE = 'application/json'

/**
 * The prefilled request of each operation. The page would invent a body if there is no example; that is an error here.
 */
export function prefilledRequests({ paths }: Description): PrefilledRequest[] {
  return Object.entries(paths).flatMap(([route, operations]) =>
    Object.entries(operations).map(([method, operation]) => requestOf(route, method.toUpperCase(), operation)),
  )
}

function requestOf(route: string, method: string, { operationId, parameters = [], requestBody }: Operation) {
  const filled = parameters.map((each) => ({ ...each, value: valueOf(each) }))
  const given = filled.filter(({ value }) => value !== undefined)
  const of = (place: Parameter['in']) => given.filter((each) => each.in === place)
  const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = of('path').find((each) => each.name === name)?.value
    if (value === undefined) throw new Error(`${operationId}: the path parameter ${name} has no example`)
    return encodeURIComponent(textOf(value))
  })
  const query = new URLSearchParams(
    of('query').map(({ name, value }): [string, string] => [name, textOf(value)]),
  ).toString()
  const media = requestBody?.content[JSON_TYPE]
  const body = media && exampleOf(media)
  if (media && body === undefined) throw new Error(`${operationId}: the body has no example`)
  return {
    operationId,
    method,
    path: query === '' ? path : `${path}?${query}`,
    headers: Object.fromEntries(of('header').map(({ name, value }) => [name, textOf(value)])),
    body,
    values: [
      ...given.map(({ name, value, schema }) => ({ name, value, schema })),
      ...(media ? [{ name: 'body', value: body, schema: media.schema }] : []),
    ],
  }
}

function valueOf(parameter: Parameter): unknown {
  return exampleOf(parameter) ?? parameter.schema.example ?? parameter.schema.default
}

/** The page fills in the first of several examples. */
function exampleOf({ example, examples = {} }: Exemplified): unknown {
  const [first] = Object.values(examples)
  return first === undefined ? example : first.value
}

/** The text in the form field. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
