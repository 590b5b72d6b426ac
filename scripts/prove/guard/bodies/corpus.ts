import { badBodies } from '../../../../packages/query-guard/src/fixtures/bad/bad-bodies.ts'
import { threatRows } from '../../../../packages/query-guard/src/fixtures/bad/rows.ts'
import { exampleFields } from '../../../../packages/query-guard/src/fixtures/fields.ts'
import { guardSearch } from '../../../../packages/query-guard/src/guard-search.ts'
import type { Report } from '../../harness/report.ts'

const encoder = new TextEncoder()

/** No body of the corpus of bad bodies passes, for any profile and however small the data. */
export function checkCorpus(report: Report): void {
  const passed: string[] = []

  for (const { row, why, body } of badBodies) {
    const bytes =
      body instanceof Uint8Array ? body : encoder.encode(typeof body === 'string' ? body : JSON.stringify(body))
    for (const profile of ['operator', 'expert'] as const) {
      const inputs = { documents: 1, shards: 1, cores: 64 }
      const result = guardSearch(bytes, { fields: exampleFields, kind: 'search', profile, inputs })
      if (result.ok) passed.push(`${row}, ${why} (${profile})`)
    }
  }
  const rows = new Set(badBodies.map(({ row }) => row))
  const missing = threatRows.filter((row) => !rows.has(row))
  report.check(
    `${badBodies.length} known-bad bodies are refused`,
    passed.length === 0 && badBodies.length >= 300,
    passed.slice(0, 5).join('; '),
  )
  report.check(
    `each of the ${threatRows.length} rows of the threat model has some`,
    missing.length === 0,
    missing.join(', '),
  )
}
