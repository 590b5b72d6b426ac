import { describe, expect, test } from 'vitest'
import { badBodies } from './fixtures/bad/bad-bodies.ts'
import { threatRows } from './fixtures/bad/rows.ts'
import { benignBodies } from './fixtures/benign/benign-bodies.ts'
import { assertConforms } from './fixtures/conformance/conforms.ts'
import { exampleFields } from './fixtures/fields.ts'
import { guarded } from './fixtures/guarded.ts'

describe('what callers send', () => {
  test.each(benignBodies)('$form', ({ body }) => {
    const first = guarded(body)
    if (!first.ok) expect.fail(JSON.stringify(first))
    assertConforms(first.body, (name) => exampleFields.has(name))
    // The guard accepts its own result and leaves it unchanged.
    expect(guarded(first.body)).toMatchObject({ normalised: first.normalised, queue: first.queue })
    expect(guarded(body, { kind: 'count' })).toMatchObject({ ok: true })
  })

  test('every body is rewritten as it always was', () => {
    const written = benignBodies.map(({ form, body }) => {
      const result = guarded(body)
      return `${form}: ${result.ok ? result.normalised : 'refused'}`
    })
    expect(written.join('\n')).toMatchSnapshot()
  })

  test('there are enough of them, each of another form', () => {
    expect(benignBodies.length).toBeGreaterThanOrEqual(211)
    expect(new Set(benignBodies.map(({ form }) => form)).size).toBe(benignBodies.length)
  })
})

describe('what must not pass', () => {
  test.each(badBodies)('$row: $why', ({ body, kind, pointer }) => {
    const result = guarded(body)
    if (result.ok) expect.fail(`passed as ${result.normalised}`)
    expect(result.kind).toBe(kind)
    expect(result.refusals.map((each) => each.pointer)).toContain(pointer)
    for (const { detail, estimate, budget } of result.refusals) {
      expect(detail).toMatch(/^.{10,700}\.$/s)
      if (kind === 'too-expensive' || kind === 'too-large')
        expect([estimate, budget]).toEqual([expect.any(Number), expect.any(Number)])
    }
  })

  test('every row of the threat model has bodies', () => {
    const rows = new Set(badBodies.map(({ row }) => row))
    expect(threatRows.filter((row) => !rows.has(row))).toEqual([])
    expect(badBodies.length).toBeGreaterThanOrEqual(300)
  })
})
