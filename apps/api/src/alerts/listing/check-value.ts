import { alertLimits, commaSeparated, isLine, noControlCharacters } from '@watchpost/contract'
import { Value } from 'typebox/value'
import { readInstant } from '../../http/request/instant.ts'
import { isAddressOrNetwork } from '../address.ts'

/** The parts of a parameter's schema that matter here. */
export interface Shape {
  type?: string
  anyOf?: readonly Shape[]
  items?: Shape
  enum?: readonly unknown[]
  const?: string
  format?: string
  minimum?: number
  maximum?: number
  maxItems?: number
  maxLength?: number
}

export type CheckedValue = { value: unknown; detail?: undefined } | { detail: string }

/** A value in the type of its schema, or what is wrong with it. */
export function checkValue(shape: Shape, given: unknown): CheckedValue {
  if ([given].flat().some((each) => typeof each === 'string' && !isLine(each))) return { detail: noControlCharacters }
  const list = shape.anyOf?.find(({ type }) => type === 'array')
  if (!list?.items) {
    const value = convert(shape, given)
    return isValid(shape, value) ? { value } : { detail: `Must be ${meaningOf(shape)}.` }
  }
  const { items, maxItems = Number.POSITIVE_INFINITY } = list
  const hasCommas = shape.anyOf?.some(({ format }) => format === commaSeparated) ?? false
  const values = partsOf(given, hasCommas).map((each) => convert(items, each))
  if (values.length > maxItems) return { detail: `Must be at most ${maxItems} values.` }
  if (!values.every((each) => isValid(items, each))) return { detail: `Must be ${meaningOf(items)}.` }
  return { value: values.length === 0 ? undefined : values }
}

function partsOf(given: unknown, hasCommas: boolean): unknown[] {
  const parts = [given].flat()
  if (!hasCommas) return parts
  return parts.flatMap((each) => {
    const isPlain = typeof each === 'string' || typeof each === 'number'
    return isPlain
      ? String(each)
          .split(',')
          .map((text) => text.trim())
      : [each]
  })
}

/** Numbers and `true` in a query string are text. Only decimal digits are numbers, not `1e2` or `0x10`. */
function convert(shape: Shape, value: unknown): unknown {
  if (shape.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  const takesNumbers = shape.type === 'integer' || shape.anyOf?.some(({ type }) => type === 'integer')
  return takesNumbers && typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
}

function isValid(shape: Shape, value: unknown): boolean {
  if (!Value.Check(shape, value)) return false
  const format = [shape, ...(shape.anyOf ?? [])].find((each) => each.format !== undefined)?.format
  return format === undefined || typeof value !== 'string' || (formats[format]?.isValid(value) ?? true)
}

const formats: Record<string, { isValid: (text: string) => boolean; meaning: string }> = {
  instant: {
    isValid: (text) => readInstant(text, 'first') !== undefined,
    meaning: 'an ISO 8601 time, for example 2026-11-14T09:00:00Z. Without a zone it is UTC',
  },
  network: { isValid: isAddressOrNetwork, meaning: 'an IP address or CIDR network, for example 10.0.0.0/8' },
  seconds: {
    isValid: (text) => /^\d{1,4}s$/.test(text) && Number.parseInt(text, 10) <= alertLimits.mostWaitSeconds,
    meaning: `a time, for example 30s, of at most ${alertLimits.mostWaitSeconds}s`,
  },
}

function meaningOf({ type, anyOf, enum: choices, const: only, format, minimum, maximum, maxLength }: Shape): string {
  if (anyOf) return anyOf.map(meaningOf).join(', or ')
  if (choices) return `one of ${choices.join(', ')}`
  if (only !== undefined) return only
  if (format !== undefined && formats[format]) return formats[format].meaning
  if (type === 'boolean') return 'true or false'
  if (type === 'integer') return `a whole number from ${minimum} to ${maximum}`
  return `one text of at most ${maxLength} characters`
}
