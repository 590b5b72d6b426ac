import { BlockList, isIP } from 'node:net'
import type { SyslogFilters } from '@watchpost/contract'
import type { EventOutline } from '@watchpost/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coveragePiece } from '../coverage/coverage-piece.ts'
import { rowPiece } from '../reading/audit-piece.ts'
import type { Piece } from '../reading/chunk.ts'
import { compileFilter } from './compile-filter.ts'

const none: SyslogFilters = { ips: [], probes: [], protocols: [], event_types: [], min_risk: null }

interface Seen {
  probeId: number
  eventType: string
  addresses: string[]
  risk?: number | undefined
}

function aPiece({ probeId, eventType, addresses, risk }: Seen): Piece {
  const outline: EventOutline = {
    id: '1',
    probeId,
    fqdn: 'probe.example.test',
    eventType,
    at: '2026-11-14T09:12:33.412Z',
    severity: undefined,
    risk,
    addresses: () => addresses,
    json: () => '{}',
  }
  const identity = { probeId, stream: 'a'.repeat(32), sequence: 0 }
  const record = {
    identity,
    fqdn: '',
    policyVersion: 1,
    receivedAt: 0,
    partition: 0,
    offset: 0,
    payload: Buffer.alloc(0),
  }
  return { record, isRepeat: false, look: () => outline, release: () => undefined }
}

const address = fc.constantFrom('192.0.2.7', '192.0.2.200', '10.1.2.3', '2001:db8::7', '2001:db9::1')
const event = fc.record({
  probeId: fc.integer({ min: 1, max: 4 }),
  eventType: fc.constantFrom('dns', 'http', 'tls', 'alert', 'flow', 'unheard_of', 'audit', 'coverage'),
  addresses: fc.array(address, { maxLength: 2 }),
  risk: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
})
const filters: fc.Arbitrary<SyslogFilters> = fc.record({
  ips: fc.array(fc.constantFrom('192.0.2.0/25', '10.1.2.3', '2001:db8::/32', '0.0.0.0/0', '::/0'), { maxLength: 3 }),
  probes: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }).map((ids) => ids.map((id) => ({ id, fqdn: '' }))),
  protocols: fc.subarray(['dns', 'http', 'tls'] as const).map((each) => [...each]),
  event_types: fc.subarray(['alert', 'flow', 'audit', 'coverage'] as const).map((each) => [...each]),
  min_risk: fc.option(fc.integer({ min: 0, max: 100 })),
})

/** Reference implementation of the filter. */
function isWanted({ ips, probes, protocols, event_types, min_risk }: SyslogFilters, seen: Seen): boolean {
  // One list per IP version: Node's own check would match IPv4 in `::/0`.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  const familyOf = (text: string) => (isIP(text) === 4 ? 'ipv4' : 'ipv6')
  for (const each of ips) {
    const [base = '', length] = each.split('/')
    const family = familyOf(base)
    lists[family].addSubnet(base, Number(length ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  const kinds: string[] = [...protocols, ...event_types]
  return (
    (probes.length === 0 || probes.some(({ id }) => id === seen.probeId)) &&
    (kinds.length === 0 || (kinds.includes(seen.eventType) && !['audit', 'coverage'].includes(seen.eventType))) &&
    (min_risk === null || (seen.risk ?? 0) >= min_risk) &&
    (ips.length === 0 || seen.addresses.some((each) => lists[familyOf(each)].check(each, familyOf(each))))
  )
}

test('a compiled filter passes exactly the events that match', () => {
  fc.assert(
    fc.property(filters, fc.array(event, { maxLength: 20 }), (wanted, events) => {
      const filter = compileFilter(wanted)
      for (const seen of events) expect(filter(aPiece(seen)) !== 'unwanted').toBe(isWanted(wanted, seen))
    }),
  )
})

test('does not parse events of unwanted probes, and reports unreadable ones', () => {
  const filter = compileFilter({ ...none, probes: [{ id: 1, fqdn: '' }] })
  const blind = (probeId: number): Piece => ({
    ...aPiece({ probeId, eventType: 'dns', addresses: [] }),
    look() {
      if (probeId !== 1) throw new Error('no one wants it')
      return undefined
    },
  })
  expect(filter(blind(2))).toBe('unwanted')
  expect(filter(blind(1))).toBe('unreadable')
})

test('passes audit rows only to exports that include them, independent of other filters', () => {
  const row = rowPiece(
    { id: 7, line: '{"at":"2026-11-14T09:12:33.412118Z"}', hash: Buffer.alloc(32), collected: null },
    'x',
  )
  expect(compileFilter(none)(row)).toBe('unwanted')
  expect(compileFilter({ ...none, event_types: ['alert'] })(row)).toBe('unwanted')
  const narrow = { ...none, ips: ['192.0.2.7'], probes: [{ id: 1, fqdn: '' }], min_risk: 90 }
  expect(compileFilter({ ...narrow, event_types: ['audit'] })(row)).toMatchObject({ id: 'audit-7' })
})

test('passes coverage statements only to exports that include them, independent of other filters', () => {
  const [hour, at] = [new Date('2026-11-14T09:00:00Z'), new Date('2026-11-14T09:12:33Z')]
  const missing = { cause: 'missing' as const, probes: 1, count: 7, isOpen: true, from: hour, to: at }
  const statement = { hour, at, state: 'incomplete' as const, probes: 8, affectedProbes: 1, causes: [missing] }
  const piece = coveragePiece(statement, 'watchpost.example.test')
  expect(compileFilter(none)(piece)).toBe('unwanted')
  expect(compileFilter({ ...none, event_types: ['audit'] })(piece)).toBe('unwanted')
  const narrow = { ...none, ips: ['192.0.2.7'], probes: [{ id: 1, fqdn: '' }], min_risk: 90 }
  const event = compileFilter({ ...narrow, event_types: ['coverage'] })(piece)
  expect(event).toMatchObject({ fqdn: 'watchpost.example.test', eventType: 'coverage', severity: 2 })
  expect(typeof event === 'string' ? event : JSON.parse(event.json())).toEqual({
    '@timestamp': '2026-11-14T09:12:33.000Z',
    uuid: 'coverage-1794646800000-1794647553000',
    event_type: 'coverage',
    hour: '2026-11-14T09:00:00.000Z',
    state: 'incomplete',
    probe_count: 8,
    affected_probe_count: 1,
    causes: [{ cause: 'missing', probes: 1, count: 7, is_open: true }],
  })
})

test.each(['audit', 'coverage'] as const)('an event of a probe with type %s is not treated as one', (eventType) => {
  const forged = aPiece({ probeId: 1, eventType, addresses: [] })
  expect(compileFilter({ ...none, event_types: [eventType] })(forged)).toBe('unwanted')
})
