import { describe, expect, test } from 'vitest'
import { accepted } from './fixtures/accepted.ts'
import { exampleFields } from './fixtures/fields.ts'
import { intents } from './fixtures/intents.ts'
import { refusedBodies } from './fixtures/refused.ts'
import { guardSearch } from './guard-search.ts'

const encode = (body: object | string) =>
  new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))
const guard = (body: object | string, kind: 'search' | 'count' = 'search') =>
  guardSearch(encode(body), { fields: exampleFields, kind })

describe('the eleven intents of the specification', () => {
  test.each(intents)('$intent', ({ body }) => {
    const result = guard(body)
    expect(result).toMatchObject({ ok: true })
    expect(JSON.stringify(result.ok && result.body)).toMatchSnapshot()
  })
})

describe('what callers send', () => {
  test.each(Object.entries(accepted))('%s', (_form, body) => {
    const result = guard(body)
    expect(result).toMatchObject({ ok: true })
    expect(JSON.stringify(result.ok && result.body)).toMatchSnapshot()
    expect(guard(body, 'count')).toMatchObject({ ok: true })
  })

  test.each(Object.entries(accepted))('%s: the new body passes again and stays the same', (_form, body) => {
    const first = guard(body)
    expect(first.ok && guard(first.body)).toEqual(first)
  })
})

describe.each(Object.entries(refusedBodies))('refused: %s', (_group, bodies) => {
  test.each(bodies)('$why', ({ body, kind, pointer }) => {
    const result = guard(body)
    expect(result).toMatchObject({ ok: false, kind })
    expect(result.ok ? [] : result.refusals.map((each) => each.pointer)).toContain(pointer)
    for (const { detail } of result.ok ? [] : result.refusals) expect(detail).toMatch(/^.{10,600}\.$/)
  })
})
