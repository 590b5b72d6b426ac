/** Suricata writes `false` for a transaction of which it saw nothing, where every other record has an object. */
const ABSENT_WHEN_FALSE = ['request', 'response'] as const

/**
 * Repairs a document that the engine rejected: a duplicate name in an object keeps its last value, and a `false` that
 * means "nothing seen" is removed. Undefined if there is nothing of that kind to fix.
 */
export function mend(json: string): string | undefined {
  const document = JSON.parse(json) as Record<string, unknown>
  const { pgsql } = document
  if (pgsql !== null && typeof pgsql === 'object') {
    const own = pgsql as Record<string, unknown>
    for (const name of ABSENT_WHEN_FALSE) if (own[name] === false) delete own[name]
  }
  const mended = JSON.stringify(document)
  return mended.length === json.length ? undefined : mended
}
