import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'

const DIGITS = /^\d{1,16}$/

/**
 * The validator of TypeBox, but integers in the path or the query string must be decimal digits. TypeBox alone would
 * also accept `1e1`, `0x0a`, `true` and `10.9`.
 */
export const digitsInAddresses: FastifySchemaCompiler<TSchema> = (route) => {
  const validate = TypeBoxValidatorCompiler(route)
  if (route.httpPart !== 'params' && route.httpPart !== 'querystring') return validate
  const names = integersOf(route.schema)
  return (values: Record<string, unknown>) => {
    const wrong = names.filter((name) => typeof values[name] === 'string' && !DIGITS.test(values[name]))
    return wrong.length === 0 ? validate(values) : { error: wrong.map(notDigits) }
  }
}

function integersOf(schema: TSchema): string[] {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> }
  return Object.keys(properties).filter((name) => properties[name]?.type === 'integer')
}

function notDigits(name: string) {
  return {
    keyword: 'type',
    instancePath: `/${name}`,
    schemaPath: `#/properties/${name}`,
    params: { type: 'integer' },
    message: 'must be a whole number, written in digits',
  }
}
