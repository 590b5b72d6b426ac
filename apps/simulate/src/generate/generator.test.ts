import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { communityId, type Transport } from './community-id.ts'
import type { Frame } from './frame.ts'
import { createGenerator, streamOf } from './generator.ts'
import { KINDS } from './mix.ts'
import type { WireEvent } from './wire-event.ts'

const FIRST_RUN = Date.parse('2026-11-14T12:00:00Z')
const frame = (part: Partial<Frame> = {}): Frame => ({
  seed: 1,
  firstRunAt: FIRST_RUN,
  hours: 24,
  lap: 10_000,
  late: 0,
  alertShare: 0.02,
  ...part,
})
const events = (part: Partial<Frame>, probe: number, first: number, count: number) =>
  createGenerator(frame(part)).events(probe, first, count)
const bytes = (list: WireEvent[]) => list.map((each) => JSON.stringify(each)).join('\n')

/** `http2` is a kind that can be requested; on the wire it is an `http` event. */
const kindOf = (event: WireEvent) =>
  event.event_type === 'http' && (event.http as { version?: string }).version === '2' ? 'http2' : event.event_type

test('the same seed gives the same bytes from any start and with any batch size', () => {
  const whole = bytes(events({}, 3, 0, 2_000))
  const parts = [
    [1_990, 10],
    [0, 777],
    [777, 1_213],
  ].map(([first = 0, count = 0]) => bytes(events({}, 3, first, count)))
  expect([parts[1], parts[2], parts[0]].join('\n')).toBe(whole)
  expect(hash('sha256', bytes(events({}, 3, 0, 500)), 'hex').slice(0, 16)).toMatchInlineSnapshot(`"e21e6e1bc5bd1c4b"`)
})

test('another seed or probe gives other events and another stream', () => {
  const first = bytes(events({}, 1, 0, 50))
  expect(bytes(events({ seed: 2 }, 1, 0, 50))).not.toBe(first)
  expect(bytes(events({}, 2, 0, 50))).not.toBe(first)
  const streams = [streamOf(1, 1), streamOf(1, 2), streamOf(2, 1)]
  expect(new Set(streams).size).toBe(3)
  for (const stream of streams) expect(stream).toMatch(/^[0-9a-f]{32}$/)
})

test('a larger run starts with the events of the smaller one', () => {
  expect(bytes(events({ lap: 1_000 }, 1, 0, 1_000))).toBe(bytes(events({ lap: 1_000 }, 1, 0, 3_000).slice(0, 1_000)))
})

const sample = events({}, 1, 0, 40_000)

test('generates every kind, mostly ordinary ones', () => {
  const share = new Map<string, number>()
  for (const event of sample) share.set(kindOf(event), (share.get(kindOf(event)) ?? 0) + 1 / sample.length)
  expect([...share.keys()].sort()).toEqual([...KINDS])
  const ordinary = ['flow', 'dns', 'http', 'tls'].reduce((sum, kind) => sum + (share.get(kind) ?? 0), 0)
  expect(ordinary).toBeGreaterThan(0.7)
  const size = bytes(sample).length / sample.length
  expect(size).toBeGreaterThan(950)
  expect(size).toBeLessThan(1_250)
})

test.each(KINDS)('%s has the shape of its kind and no envelope', (kind) => {
  const found = sample.filter((event) => kindOf(event) === kind).slice(0, 40)
  expect(found.length).toBeGreaterThan(0)
  for (const event of found) {
    const isCode = kind === 'shellcode' || kind === 'powershell'
    expect(event).not.toHaveProperty('@timestamp')
    for (const name of ['uuid', 'probe', 'host', 'appliance', 'type', 'ingest']) expect(event).not.toHaveProperty(name)
    if (!isCode) expect(event.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+0000$/)
    if (isCode || kind === 'malware') {
      expect(event.timestamp_detected).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(Date.parse(String(event.timestamp_analyzed))).toBeGreaterThan(Date.parse(String(event.timestamp_detected)))
      expect(event.SHA256).toMatch(/^[0-9a-f]{64}$/)
      expect(event.severity).toBeTypeOf('number')
    } else {
      expect(event[kind === 'http2' ? 'http' : kind]).toBeTypeOf('object')
    }
    if (kind === 'stats') continue
    expect(event.flow_id).toSatisfy(Number.isSafeInteger)
    const { proto, src_ip, src_port, dest_ip, dest_port } = event as Required<WireEvent>
    const isIcmp = proto.includes('ICMP')
    if (!isIcmp) {
      expect(event.community_id).toBe(
        communityId(proto as Transport, src_ip, Number(src_port), dest_ip, Number(dest_port)),
      )
    }
  }
})

test('the events of a flow share its ids', () => {
  const kinds = new Map<number, Set<string>>()
  const communities = new Map<number, Set<unknown>>()
  for (const event of sample) {
    const id = event.flow_id as number
    kinds.set(id, (kinds.get(id) ?? new Set()).add(event.event_type))
    communities.set(id, (communities.get(id) ?? new Set()).add(event.community_id))
  }
  kinds.delete(undefined as never)
  expect([...kinds.values()].filter((each) => each.size > 1).length).toBeGreaterThan(kinds.size / 2)
  for (const [id, each] of communities) if (id) expect(each.size).toBe(1)
})

const isAlert = (event: WireEvent) =>
  event.event_type === 'alert' ||
  event.event_type === 'shellcode' ||
  (event.event_type === 'malware' && ['Infected', 'Suspicious'].includes(String(event.state))) ||
  (event.event_type === 'powershell' && Number(event.severity) > 0)

test('generates the requested number of alerts, of every detector, with a long tail of signatures', () => {
  expect(sample.filter(isAlert).length).toBe(800)
  expect(events({ alertShare: 0.5 }, 1, 0, 2_000).filter(isAlert).length).toBe(1_000)
  expect(events({ alertShare: 0 }, 1, 0, 2_000).filter(isAlert).length).toBe(0)

  const names = sample.flatMap((event) =>
    event.event_type === 'alert' ? [(event.alert as { signature: string }).signature] : [],
  )
  const counts = Object.values(Object.groupBy(names, (name) => name)).map((each) => each?.length ?? 0)
  expect(counts.length).toBeGreaterThan(120)
  expect(Math.max(...counts)).toBeGreaterThan(names.length / 20)
})

test('a verdict refers to a file that was seen before, in the same flow', () => {
  const seen = new Set<string>()
  let linked = 0
  const verdicts = sample.filter((event) => {
    const { sha256, stored } = (event.fileinfo ?? {}) as { sha256?: string; stored?: boolean }
    if (event.event_type === 'fileinfo' && stored) seen.add(`${event.flow_id as number}/${sha256}`)
    if (event.event_type !== 'malware') return false
    if (seen.has(`${event.flow_id as number}/${event.SHA256 as string}`)) linked++
    return true
  })
  expect(linked / verdicts.length).toBeGreaterThan(0.97)
})

test('scores scripts by the sum of their parts', () => {
  for (const event of sample.filter((each) => each.event_type === 'powershell')) {
    const { analysis, analysis_detailed } = event.scores as {
      analysis: number
      analysis_detailed: Record<string, number>
    }
    expect(Object.values(analysis_detailed).reduce((sum, each) => sum + each, 0)).toBe(analysis)
  }
})

test('event times cover the requested hours and are never after the first run', () => {
  const times = events({ lap: 1_000, hours: 24 }, 1, 0, 1_000).map((event) => Date.parse(instant(event)))
  expect(Math.max(...times)).toBeLessThanOrEqual(FIRST_RUN)
  expect(Math.min(...times)).toBeGreaterThanOrEqual(FIRST_RUN - 24 * 3_600_000)
  expect(FIRST_RUN - Math.min(...times)).toBeGreaterThan(23 * 3_600_000)
})

/** How many of a thousand events lie a quarter of an hour before both ends. */
const longBack = (late: number) => {
  const times = events({ lap: 40_000, late }, 1, 20_000, 1_000).map((event) => Date.parse(instant(event)))
  return times.filter((time) => time < Math.min(times[0] ?? 0, times[999] ?? 0) - 900_000).length
}

test('late events lie before their neighbours', () => {
  expect(longBack(0)).toBe(0)
  expect(longBack(0.1)).toBeGreaterThan(50)
  expect(longBack(0.1)).toBeLessThan(150)
})

const instant = (event: WireEvent) => event.timestamp_detected ?? String(event.timestamp).replace('+0000', 'Z')

test.each([['alert'], ['dns', 'alert'], ['malware'], ['shellcode', 'powershell'], ['fileinfo'], ['stats']])(
  'generates only the requested kinds: %s %s',
  (...kinds) => {
    const wanted = kinds.filter(Boolean)
    const made = new Set(events({ kinds: wanted }, 1, 0, 1_000).map(kindOf))
    expect([...made].sort()).toEqual(wanted.toSorted())
  },
)
