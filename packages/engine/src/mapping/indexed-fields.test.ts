import { families } from '@watchpost/model'
import { expect, test } from 'vitest'
import { fieldsOf } from './family-fields.ts'
import { INDEXED, indexFew, isColumnOnly } from './indexed-fields.ts'

test('maps every listed field with an index', () => {
  for (const path of INDEXED) {
    const mappings = families.flatMap((family) => fieldsOf(family).get(path) ?? [])
    expect([path, mappings.length > 0, mappings.some(isColumnOnly)]).toEqual([path, true, false])
  }
})

test('indexes few fields of events', () => {
  const counts = families.map((family) => {
    const columns = [...fieldsOf(family).values()].filter(isColumnOnly).length
    return [family, columns, [...fieldsOf(family).keys()].filter((path) => INDEXED.has(path)).length]
  })
  expect(counts).toMatchInlineSnapshot(`
    [
      [
        "network_events",
        792,
        66,
      ],
      [
        "malware",
        266,
        52,
      ],
      [
        "code_analysis",
        273,
        51,
      ],
    ]
  `)
})

test.each(['uuid', 'ingest.sequence', 'ingest.partition', 'ingest.offset', 'http.status', 'flow.start', 'clock_fault'])(
  '%s has doc values only',
  (path) => {
    for (const family of families) {
      const mapping = fieldsOf(family).get(path)
      if (mapping) expect(mapping).toMatchObject({ index: false })
      if (mapping) expect(mapping.doc_values).toBeUndefined()
    }
    expect(fieldsOf('network_events').has(path)).toBe(true)
  },
)

test('keeps the indexes of alert entries', () => {
  const columns = [...fieldsOf('alerts')].filter(([, mapping]) => isColumnOnly(mapping))
  expect(columns).toEqual([])
})

test('leaves a field without doc values unchanged', () => {
  const fields = new Map([
    ['a', { type: 'keyword', index: false, doc_values: false }],
    ['b', { type: 'text' }],
    ['c', { type: 'flat_object' }],
    ['d', { type: 'object', enabled: false }],
  ] as const)
  expect(indexFew(fields)).toEqual(fields)
})
