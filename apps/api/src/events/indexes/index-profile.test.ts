import { expect, test } from 'vitest'
import type { KnownIndex } from './choose-indexes.ts'
import { indexProfile, indexProfiles } from './index-profile.ts'
import type { TimeProfile } from './time-profiles.ts'

const hour = 3_600_000
const everything = { from: -Infinity, to: Infinity }

function index(number: number, times: KnownIndex['times'], documents = 100): KnownIndex {
  const name = `malware-${number}`
  return { name, uuid: name, family: 'malware', number, begunAt: 0, shards: 2, documents, times, hasOpenAlias: true }
}
const spans = [{ from: 20 * hour, to: 30 * hour, documents: 90 }]
const read: TimeProfile = { spans, sample: [], documents: 90, isFinal: false }

test('counts an open index fully in every range until its times are read', () => {
  const unread = { shards: 2, asked: everything, spans: [{ ...everything, documents: 100 }], fresh: 0 }
  expect(indexProfile(index(1, 'open'), undefined)).toEqual(unread)
})

test('counts documents added since the reading in every range', () => {
  expect(indexProfile(index(1, 'open'), read)).toEqual({ shards: 2, asked: everything, spans, fresh: 10 })
  expect(indexProfile(index(1, 'open', 80), read).fresh).toBe(0)
})

test('counts a sealed index fully between its minimum and maximum time until it is read', () => {
  const times = { least: 10 * hour, greatest: 40 * hour }
  const asked = { from: 8 * hour, to: 42 * hour }
  const whole = [{ from: 10 * hour, to: 40 * hour, documents: 100 }]
  expect(indexProfile(index(1, times), undefined)).toEqual({ shards: 2, asked, spans: whole, fresh: 0 })
  // Read while it was open: some documents may be missing.
  expect(indexProfile(index(1, times), read).spans).toEqual(whole)
  expect(indexProfile(index(1, times), { ...read, isFinal: true })).toEqual({ shards: 2, asked, spans, fresh: 0 })
})

test('never searches an index without events', () => {
  const { asked, spans: none } = indexProfile(index(1, undefined), undefined)
  expect(asked.from).toBeGreaterThan(asked.to)
  expect(none).toEqual([])
})

test('drops the spans of the oldest indexes when there are too many', () => {
  const times = { least: 0, greatest: hour }
  const many = Array.from({ length: 100 }, (_, at) => ({ from: at, to: at, documents: 1 }))
  const indexes = Array.from({ length: 501 }, (_, number) => index(number, times))
  const profiles = indexProfiles(indexes, () => ({ spans: many, sample: [], documents: 100, isFinal: true }))
  expect(profiles.map((each) => each.spans.length).filter((count) => count === 100).length).toBe(500)
  expect(profiles.at(-1)?.spans.length).toBe(1)
})
