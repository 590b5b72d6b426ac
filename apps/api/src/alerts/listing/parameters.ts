import { AppError, isLine, noControlCharacters, type ProblemItem } from '@watchpost/contract'
import { isAddressOrNetwork } from '../address.ts'
import { readInstant } from '../../http/request/instant.ts'

type Values = Readonly<Record<string, unknown>>

export type Parameters = ReturnType<typeof createParameters>

/**
 * Parses the parameters of a listing from the query string and the body: text or JSON values, each name once. Collects
 * every invalid or unknown parameter and reports all of them together.
 */
export function createParameters(query: Values, body: Values) {
  const problems: ProblemItem[] = []
  const unread = new Set([...Object.keys(query), ...Object.keys(body)])

  function refuse(name: string, detail: string): undefined {
    const isInBody = Object.hasOwn(body, name)
    problems.push(isInBody ? { pointer: `#/${escapePointer(name)}`, detail } : { parameter: name, detail })
    return undefined
  }

  function take(name: string): unknown {
    unread.delete(name)
    if (Object.hasOwn(query, name) && Object.hasOwn(body, name)) {
      return refuse(name, `${name} is given in both the query string and the body. Remove one.`)
    }
    const value = Object.hasOwn(body, name) ? body[name] : Object.hasOwn(query, name) ? query[name] : undefined
    // Empty and null count as absent, because clients send forms with empty fields.
    return value === '' || value === null ? undefined : value
  }

  function text(name: string, most: number): string | undefined {
    const value = take(name)
    if (value === undefined) return undefined
    if (typeof value !== 'string' || value.length > most) {
      return refuse(name, `Must be one text of at most ${most} characters.`)
    }
    return isLine(value) ? value : refuse(name, noControlCharacters)
  }

  function integer(name: string, least: number, most: number): number | undefined {
    const value = take(name)
    if (value === undefined) return undefined
    const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
    if (Number.isSafeInteger(number) && (number as number) >= least && (number as number) <= most) {
      return number as number
    }
    return refuse(name, `Must be a whole number from ${least} to ${most}.`)
  }

  function choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const value = take(name)
    if (value === undefined) return undefined
    const chosen = choices.find((each) => each === value)
    return chosen ?? refuse(name, `Must be one of ${choices.join(', ')}.`)
  }

  /** Several values: a comma-separated text, or a list. */
  function several<T>(name: string, read: (value: string) => T | undefined, detail: string): T[] | undefined {
    const value = take(name)
    if (value === undefined) return undefined
    const items = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value]
    if (items.some((item) => typeof item === 'string' && !isLine(item))) return refuse(name, noControlCharacters)
    const values = items.map((item) => (typeof item === 'object' ? undefined : read(String(item).trim())))
    const isGood = items.length <= MOST_VALUES && values.every((each) => each !== undefined)
    return isGood ? values : refuse(name, detail)
  }

  function address(name: string): string | undefined {
    const value = take(name)
    if (value === undefined || (typeof value === 'string' && isAddressOrNetwork(value))) return value
    return refuse(name, 'Must be an IP address or CIDR network, for example 10.0.0.0/8.')
  }

  function instant(name: string, edge: 'first' | 'last'): string | undefined {
    const value = take(name)
    const read = typeof value === 'string' ? readInstant(value, edge) : undefined
    if (value === undefined || read !== undefined) return read
    return refuse(name, 'Not an ISO 8601 time, for example 2026-11-14T09:00:00Z. Without a zone it is UTC.')
  }

  /** A duration, for example `30s` or `30`, in milliseconds. */
  function seconds(name: string, most: number): number | undefined {
    const value = take(name)
    if (value === undefined) return undefined
    const [, digits] =
      typeof value === 'string' || typeof value === 'number' ? (/^(\d{1,4})s?$/.exec(String(value)) ?? []) : []
    const number = Number(digits ?? Number.NaN)
    return number <= most ? number * 1_000 : refuse(name, `Must be a time, for example 30s, and at most ${most}s.`)
  }

  /** A number, or `all`, which means no filter. */
  function probeId(name: string): number | undefined {
    const value = take(name)
    if (value === undefined || value === 'all') return undefined
    const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
    if (Number.isSafeInteger(number) && (number as number) > 0 && (number as number) < 2 ** 31) return number as number
    return refuse(name, 'Must be the number of a probe, or all.')
  }

  return {
    text,
    integer,
    choice,
    several,
    address,
    instant,
    probeId,
    seconds,
    refuse,
    /** Rejects these parameters, because they have no meaning together with another one. */
    forbid(names: readonly string[], detail: string): void {
      for (const name of names) if (take(name) !== undefined) refuse(name, detail)
    },
    /** Throws if a parameter is invalid or unknown: a mistyped filter must not be ignored. */
    end(): void {
      for (const name of unread) refuse(name, 'Unknown parameter.')
      if (problems.length > 0) throw new AppError('invalid-request', undefined, { errors: problems })
    },
  }
}

const MOST_VALUES = 32

function escapePointer(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')
}
