/** Records contain untrusted values: each of these functions returns a value of the expected type, or none. */

/** A non-empty text. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A safe integer. */
export function integerOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** The object itself, or an empty one. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
