import { meaningOfPattern, type ProblemItem } from '@watchpost/contract'
import type { FastifySchemaValidationError } from 'fastify'

/** The schema errors, each with its location and a text for the caller. */
export function validationItems(errors: readonly FastifySchemaValidationError[], context?: string): ProblemItem[] {
  const at = (path: string) => (context === 'body' ? { pointer: `#${path}` } : { parameter: path.slice(1) })
  return errors.flatMap(({ keyword, instancePath, params, message = 'is not valid' }) => {
    switch (keyword) {
      case 'required': {
        const missing = [params.requiredProperties].flat()
        return missing.map((name) => ({ ...at(`${instancePath}/${String(name)}`), detail: 'is missing' }))
      }
      // Report each unknown or invalid name separately.
      case 'additionalProperties':
      case 'propertyNames':
        return []
      case 'boolean':
        return [{ ...at(instancePath), detail: 'is not known here' }]
      case 'enum':
        return [{ ...at(instancePath), detail: `must be one of ${[params.allowedValues].flat().join(', ')}` }]
      case 'pattern':
        return [{ ...at(instancePath), detail: meaningOfPattern(String(params.pattern)) ?? message }]
      default:
        return [{ ...at(instancePath), detail: message }]
    }
  })
}
