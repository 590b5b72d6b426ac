import { TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

const DIGITS = /^\d{1,16}$/

/**
 * The validator of TypeBox, but integers in the path or the query string must be decimal digits. TypeBox alone would
 * also accept `1e1`, `0x0a`, `true` and `10.9`.
 */
export const digitsInAddresses: FastifySchemaCompiler<TSchema> = (route) => {
  if (route.httpPart !== 'params' && route.httpPart !== 'querystring') return TypeBoxValidatorCompiler(route)
  const validate = validatorOf(route)
  const names = integersOf(route.schema)
  return (values: Record<string, unknown>) => {
    const wrong = names.filter((name) => typeof values[name] === 'string' && !DIGITS.test(values[name]))
    return wrong.length === 0 ? validate(values) : { error: wrong.map(notDigits) }
  }
}

/** Converting values walks the whole schema. Text that is valid as it is needs no conversion. */
function validatorOf(route: Parameters<typeof TypeBoxValidatorCompiler>[0]) {
  const validate = TypeBoxValidatorCompiler(route)
  if (!Object.values(propertiesOf(route.schema)).every(isText)) return validate
  const text = Compile(route.schema)
  return (values: unknown) => (text.Check(values) ? { value: values } : validate(values))
}

function isText(schema: TSchema): boolean {
  const { type, const: value, anyOf } = schema as { type?: unknown; const?: unknown; anyOf?: TSchema[] }
  return type === 'string' || typeof value === 'string' || (anyOf?.every(isText) ?? false)
}

function propertiesOf(schema: TSchema): Record<string, TSchema> {
  return (schema as { properties?: Record<string, TSchema> }).properties ?? {}
}

function integersOf(schema: TSchema): string[] {
  const properties = Object.entries(propertiesOf(schema)) as [string, { type?: unknown }][]
  return properties.filter(([, { type }]) => type === 'integer').map(([name]) => name)
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
