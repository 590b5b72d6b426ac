import { AppError, type ProblemItem } from '@watchpost/contract'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { escapePointer } from '../../http/request/escape-pointer.ts'
import { checkValue, type Shape } from './check-value.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The validator of routes that take the same parameters in a query string and in a body. Numbers may be text, lists may
 * be text with commas, and empty values count as absent, because clients send forms with empty fields. The handler gets
 * the values in the types of the schema.
 */
export const parameterValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart !== 'querystring' && httpPart !== 'body') return () => true
  return (given: unknown) => {
    if (given !== null && (typeof given !== 'object' || Array.isArray(given))) {
      return { error: [errorAt('', 'must be a JSON object')] }
    }
    const { values, wrong } = check(schema, (given ?? {}) as Values)
    const at = (name: string) => (httpPart === 'body' ? `/${escapePointer(name)}` : `/${name}`)
    return wrong.length === 0 ? { value: values } : { error: wrong.map(([name, detail]) => errorAt(at(name), detail)) }
  }
}

/**
 * Checks the parameters of a request with both a query string and a body; each name may be in one of them. Rejects with
 * every invalid parameter.
 */
export function checkParameters(schema: TSchema, query: Values, body: Values): Values {
  const inQuery = check(schema, query)
  const inBody = check(schema, body)
  const errors: ProblemItem[] = [
    ...inQuery.wrong.map(([parameter, detail]) => ({ parameter, detail })),
    ...inBody.wrong.map(([name, detail]) => ({ pointer: `#/${escapePointer(name)}`, detail })),
    ...Object.keys(query)
      .filter((name) => Object.hasOwn(body, name))
      .map((name) => ({
        pointer: `#/${escapePointer(name)}`,
        detail: `${name} is given in both the query string and the body. Remove one.`,
      })),
  ]
  if (errors.length > 0) throw new AppError('invalid-request', undefined, { errors })
  return { ...inQuery.values, ...inBody.values }
}

/**
 * The same for a member of a body that holds parameters. `pointer` is its place. Rejects empty values: a filter that
 * is lost would make a change apply to more.
 */
export function checkMember(schema: TSchema, values: Values, pointer: string): Values {
  const { values: checked, wrong } = check(schema, values)
  const empty = Object.entries(values).filter(([, value]) =>
    [value].flat().every((each) => each === null || each === ''),
  )
  const errors = [...wrong, ...empty.map(([name]) => [name, 'Must not be empty.'] as const)].map(([name, detail]) => ({
    pointer: `${pointer}/${escapePointer(name)}`,
    detail,
  }))
  if (errors.length > 0) throw new AppError('invalid-request', undefined, { errors })
  return checked
}

function check(schema: TSchema, given: Values): { values: Values; wrong: [name: string, detail: string][] } {
  const { properties = {} } = schema as { properties?: Record<string, Shape> }
  const values: Record<string, unknown> = {}
  const wrong: [string, string][] = []
  for (const [name, value] of Object.entries(given)) {
    const shape = Object.hasOwn(properties, name) ? properties[name] : undefined
    // A mistyped filter must not be ignored.
    if (!shape) wrong.push([name, 'Unknown parameter.'])
    else if (value !== '' && value !== null && value !== undefined) {
      const checked = checkValue(shape, value)
      if (checked.detail !== undefined) wrong.push([name, checked.detail])
      else if (checked.value !== undefined) values[name] = checked.value
    }
  }
  return { values, wrong }
}

function errorAt(instancePath: string, message: string) {
  return { keyword: 'value', instancePath, schemaPath: '', params: {}, message }
}
