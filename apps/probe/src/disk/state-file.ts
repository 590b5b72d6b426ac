/** Checks whether a value that was read from a file has the expected shape. */
export type Check<T> = (value: unknown) => value is T

export const isText: Check<string> = (value) => typeof value === 'string'
export const isNumber: Check<number> = (value) => typeof value === 'number'
export const isInteger: Check<number> = (value): value is number => Number.isInteger(value)

export function orNull<T>(check: Check<T>): Check<T | null> {
  return (value): value is T | null => value === null || check(value)
}

export function listOf<T>(check: Check<T>): Check<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every((each) => check(each))
}

/** An object with at least these members. */
export function objectOf<T extends object>(members: { readonly [Name in keyof T]-?: Check<T[Name]> }): Check<T> {
  const checks = Object.entries<Check<unknown>>(members)
  return (value): value is T => {
    if (typeof value !== 'object' || value === null) return false
    const given = new Map<string, unknown>(Object.entries(value))
    return checks.every(([name, check]) => check(given.get(name)))
  }
}

/** The JSON of a state file; undefined when the file is missing or damaged. */
export function readState<T>(text: string | undefined, check: Check<T>): T | undefined {
  try {
    const value: unknown = text === undefined ? undefined : JSON.parse(text)
    return check(value) ? value : undefined
  } catch {
    return undefined
  }
}
