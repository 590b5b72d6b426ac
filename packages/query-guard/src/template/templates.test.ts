import { expect, test, vi } from 'vitest'
import { readBody } from '../body/body.ts'
import { buildBody } from '../body/build-body.ts'
import type { BodyTree } from '../body/body-tree.ts'
import { exampleFields } from '../fixtures/fields.ts'
import { FEW, guarded, NOW } from '../fixtures/guarded.ts'
import type { GuardOptions } from '../guard-search.ts'
import { startReading } from '../reading.ts'
import { cutTimes } from './cut-times.ts'
import { makeTemplate, type Template } from './template.ts'
import { BYTES_PER_BYTE, createTemplates } from './templates.ts'

const range = (bounds: object) => ({ range: { '@timestamp': bounds } })
const alerts = (bounds: object) => ({
  size: 10,
  query: { bool: { filter: [{ exists: { field: 'alert.severity' } }, range(bounds)] } },
  sort: [{ 'alert.severity': 'asc' }],
})
const perHour = (bounds: object) => ({
  size: 0,
  query: range(bounds),
  aggs: { hours: { date_histogram: { field: '@timestamp', fixed_interval: '1h' } } },
})

/** How many of the bodies were read from a template. */
function reuses(...bodies: object[]): number {
  const templates = createTemplates()
  const found = vi.spyOn(templates, 'get')
  for (const body of bodies) guarded(body, { templates })
  return found.mock.results.filter(({ value }) => value !== undefined).length
}

test.each([
  ['milliseconds', alerts({ gte: NOW - 9_000, lt: NOW }), alerts({ gte: NOW - 80_000, lt: NOW - 1 })],
  ['texts', alerts({ gte: '2026-11-14', lt: '2026-11-15' }), alerts({ gte: '2026-11-13T01:00:00Z', lt: '2026-11-14' })],
  ['the clock', alerts({ gte: 'now-24h' }), alerts({ gte: 'now-7d/d' })],
  ['a histogram', perHour({ gte: 'now-24h' }), perHour({ gte: 'now-12h' })],
])('bodies that differ only in times share a template: %s', (_what, first, second) => {
  expect(reuses(first, second)).toBe(1)
})

test.each([
  ['another bound', alerts({ gte: NOW }), alerts({ gt: NOW })],
  ['another kind of time', alerts({ gte: NOW }), alerts({ gte: 'now-1h' })],
  ['a time outside of ranges', { query: { term: { flow_id: NOW } } }, { query: { term: { flow_id: NOW + 1 } } }],
])('other bodies do not: %s', (_what, first, second) => {
  expect(reuses(first, second)).toBe(0)
})

test.each([
  ['a control character that looks like a mark', '\u0000'],
  ['a text that looks like a mark', '"\u0001"'],
  ['a number with a leading zero', '0794700000000'],
  ['a time that is none', '1794700000000x'],
])('refuses invalid JSON, even if it resembles a known body: %s', (_what, time) => {
  const templates = createTemplates()
  for (const known of ['1794700000000', '"2026-11-14"']) {
    const text = (at: string) => `{"query":{"range":{"@timestamp":{"gte":${at}}}}}`
    expect(guarded(text(known), { templates }).ok).toBe(true)
    expect(guarded(text(time), { templates })).toEqual(guarded(text(time)))
    expect(guarded(text(time), { templates }).ok).toBe(false)
  }
})

test('does not keep a body that uses the clock or the inputs outside of ranges and aggregations', () => {
  const body = { query: { term: { src_ip: '10.0.0.1' } } }
  const reading = startReading({
    fields: exampleFields,
    profile: 'operator',
    inputs: FEW,
    now: NOW,
    timeField: '@timestamp',
  })
  const tree = readBody(reading, body) as BodyTree
  const normalised = JSON.stringify(buildBody(tree, 'search'))
  const make = () => makeTemplate({ reading, json: body, kind: 'search', tree, normalised }, { text: '', times: [] })
  expect(make()).toBeDefined()
  expect(reading.now).toBe(NOW)
  expect(make()).toBeUndefined()
})

const many = { documents: 2_000_000, shards: 8, cores: 2 }

test.each<[what: string, body: object, first: Partial<GuardOptions>, second: Partial<GuardOptions>]>([
  ['profile', { query: { regexp: { uuid: 'a.*' } } }, { profile: 'expert' }, { profile: 'operator' }],
  ['kind', alerts({ gte: NOW - 9_000 }), { kind: 'count' }, { kind: 'search' }],
  ['catalogue', { sort: ['src_ip'] }, {}, { fields: new Map() }],
  ['time field', perHour({ gte: NOW - 9_000, lt: NOW }), {}, { timeField: 'timestamp_received' }],
  ['inputs', { query: { match_all: {} } }, {}, { inputs: many }],
  ['budget', alerts({ gte: NOW - 9_000 }), {}, { budget: { workMs: 0.01, memoryBytes: 1_000 } }],
  ['clock', alerts({ gte: 'now-24h' }), {}, { now: NOW + 5_000 }],
])('a template depends on nothing of the first request: %s', (_what, body, first, second) => {
  const templates = createTemplates()
  const before = guarded(body, { ...first, templates })
  const after = guarded(body, { ...second, templates })
  expect(before.ok).toBe(true)
  expect(after).toEqual(guarded(body, second))
  expect(after).not.toEqual(before)
})

test('a bound relative to the clock moves with it', () => {
  const templates = createTemplates()
  const rangeAt = (now: number) => {
    const result = guarded(alerts({ gte: 'now-24h' }), { templates, now })
    return result.ok && result.timeRange.from
  }
  expect(rangeAt(NOW + 5_000)).toBe(Number(rangeAt(NOW)) + 5_000)
})

test('cuts out times, but nothing that only looks like one', () => {
  const cut = (text: string) => cutTimes(new TextEncoder().encode(text))
  expect(cut('{"gte":1794700000000,"lt":"2026-11-14T09:12:33.5+01:00"}')).toEqual({
    text: '{"gte":\u0000,"lt":"\u0001"}',
    times: [1_794_700_000_000, '2026-11-14T09:12:33.5+01:00'],
  })
  for (const text of [
    '{"a":0794700000000}',
    '{"a":-1794700000000}',
    '{"a":1794700000000.5}',
    '{"a":"x,1794700000000,"}',
    '{"now-1h":1}',
    '{"2026-11-14" : 1}',
    '{"a":"\\u006eow"}',
    '{"a":"2026-11-14 09:12"}',
    `{"a":"now${'x'.repeat(40)}"}`,
  ]) {
    expect(cut(text)).toEqual({ text, times: [] })
  }
})

test('keeps a bounded number of bytes, and what is used', () => {
  const templates = createTemplates({ maxBytes: 200 * BYTES_PER_BYTE })
  const template = {} as Template
  const key = (at: number) => String(at).padStart(10, '0')
  for (let at = 0; at < 1_000; at++) {
    templates.keep(key(at), exampleFields, template)
    expect(templates.get(key(0), exampleFields)).toBe(template)
  }
  const kept = Array.from({ length: 1_000 }, (_, at) => key(at)).filter((each) => templates.get(each, exampleFields))
  expect(kept.length).toBeLessThanOrEqual(20)
  templates.keep('x'.repeat(200), exampleFields, template)
  expect(templates.get('x'.repeat(200), exampleFields)).toBeUndefined()
})

test('a template belongs to one catalogue of fields', () => {
  const templates = createTemplates()
  templates.keep('key', exampleFields, {} as Template)
  expect(templates.get('key', new Map(exampleFields))).toBeUndefined()
})
