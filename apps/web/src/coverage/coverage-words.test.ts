import type { Coverage } from '@watchpost/contract'
import { expect, test } from 'vitest'
import { causeRows } from './cause-rows.ts'
import { headlineOf, lineWords, silentProbesOf, zeroWords } from './coverage-words.ts'
import { aCause, aCoverage, aCoveredProbe, at, twoSilent } from './fixtures/a-coverage.ts'
import type { Known } from './use-coverage.ts'

const open = (changed: Partial<Coverage['open']>) =>
  aCoverage({ open: { silent_probes: 0, late: 0, missing: 0, dead_lettered: 0, ...changed } })

test.each<[Known, string, number, string]>([
  [aCoverage(), 'complete', 0, 'Up to date'],
  ['reading', 'unknown', 0, 'Reading coverage…'],
  ['unreachable', 'unknown', 0, 'Coverage not known'],
  [twoSilent(true), 'incomplete', 1, '2 of 8 probes silent'],
  [twoSilent(false), 'incomplete', 0, 'Up to date, gaps in this range'],
  [open({ dead_lettered: 19 }), 'incomplete', 1, '19 dead letters'],
  [open({ late: 1, missing: 1_200 }), 'incomplete', 2, '1,200 events missing, 1 event late'],
  [
    open({ silent_probes: 1, late: 1, missing: 1, dead_lettered: 1 }),
    'incomplete',
    4,
    '1 of 8 probes silent, 1 event missing, 2 more',
  ],
  [aCoverage({ state: 'incomplete', late: 3 }), 'incomplete', 1, '3 events late'],
  [aCoverage({ state: 'incomplete', missing: 3, given_up: 1 }), 'incomplete', 1, '2 events missing'],
  [aCoverage({ state: 'incomplete', missing: 3, given_up: 3 }), 'incomplete', 0, 'Up to date, gaps in this range'],
  [
    aCoverage({ state: 'unknown', known_from: at('13:07'), causes: [aCause('unknown')] }),
    'unknown',
    0,
    'Up to date, no record before 13:07',
  ],
  [aCoverage({ state: 'unknown', probe_count: 0, causes: [aCause('no_probes')] }), 'unknown', 1, 'No probe connected'],
  [
    aCoverage({ state: 'unknown', to: at('13:00'), causes: [aCause('no_probes')] }),
    'unknown',
    1,
    'No probe in this range',
  ],
])('statement %# has the header state %s, %i open causes and the text %s', (known, state, count, words) => {
  expect(headlineOf(known, 'utc')).toEqual({ state, open: count, words })
})

test('never says "up to date" while a cause is open', () => {
  for (const changed of [{ silent_probes: 1 }, { late: 1 }, { missing: 1 }, { dead_lettered: 1 }]) {
    expect(headlineOf(open(changed), 'utc').words).not.toMatch(/up to date/i)
  }
})

test.each<[Known, string | undefined, string]>([
  [twoSilent(false), '0 found; 2 of 8 probes had no coverage 14:00–14:35', '2 of 8 probes had no coverage 14:00–14:35'],
  [twoSilent(true), '0 found; 2 of 8 probes had no coverage 14:00–now', '2 of 8 probes had no coverage 14:00–now'],
  [
    aCoverage({ state: 'incomplete', affected_probe_count: 1, causes: [aCause('missing'), aCause('unknown')] }),
    '0 found; 1 of 8 probes had incomplete coverage 14:00–14:35',
    '1 of 8 probes had incomplete coverage 14:00–14:35',
  ],
  [aCoverage(), '0 found; all 8 probes had full coverage', 'Coverage complete'],
  [
    aCoverage({ state: 'unknown', known_from: at('13:07'), causes: [aCause('unknown')] }),
    '0 found; coverage is not recorded before 13:07',
    'Coverage not recorded before 13:07',
  ],
  [
    aCoverage({ state: 'unknown', causes: [aCause('unknown'), aCause('no_probes')] }),
    '0 found; no probe was connected',
    'No probe was connected',
  ],
  ['unreachable', '0 found; coverage is not known at present', 'Coverage not known'],
  ['reading', undefined, 'Reading coverage…'],
])('an empty result of statement %# says "%s"', (known, zero, line) => {
  expect(zeroWords(known, 'utc')).toBe(zero)
  expect(lineWords(known, 'utc')).toBe(line)
})

test('gives every cause a title, a reason and a page where it can be fixed', () => {
  const names = ['silent', 'late', 'missing', 'dead_lettered', 'expired', 'dropped', 'unknown', 'no_probes'] as const
  const rows = causeRows(aCoverage({ causes: names.map((name) => aCause(name, { count: 2, probes: 1 })) }), 'utc')
  expect(rows.map(({ title, fix, runbook }) => [title, fix, runbook])).toEqual([
    ['1 of 8 probes silent 14:00–14:35', 'probe', 'probes-silent'],
    ['2 events not searchable yet, 14:00–14:35', 'health', 'events-late'],
    ['2 events missing, 14:00–14:35', 'probe', 'ledger-gaps-open'],
    ['2 dead letters, 14:00–14:35', 'letters', 'dead-letters'],
    ['2 events expired unread, 14:00–14:35', 'health', 'events-lost'],
    ['2 packets dropped by sensors, 14:00–14:35', 'probe', 'capture-loss'],
    ['No record before 01 Nov, 00:00', 'none', undefined],
    ['No probe was connected', 'probe', undefined],
  ])
  for (const { why } of rows) expect(why).toMatch(/\.$/)
})

test('links a cause of a single probe to that probe, unless it was removed', () => {
  const causes = [aCause('missing')]
  const probe = aCoveredProbe(2, { missing: 3 })
  const [row] = causeRows(aCoverage({ causes, probes: [aCoveredProbe(1), probe] }), 'utc')
  expect(row?.probe).toEqual({ id: 2, fqdn: 'probe-02.example.test' })
  const [removed] = causeRows(aCoverage({ causes, probes: [{ ...probe, is_removed: true }] }), 'utc')
  expect(removed?.probe).toBeUndefined()
})

test('takes silent probes from open silences', () => {
  expect(silentProbesOf(twoSilent(true))).toEqual(new Set([5, 2]))
  expect(silentProbesOf(twoSilent(false))).toEqual(new Set())
  expect(silentProbesOf('unreachable')).toBeUndefined()
})

test.each([
  [0, true, '5 events missing, 14:00–14:35'],
  [2, true, '5 events missing, 2 of them given up, 14:00–14:35'],
  [5, false, '5 events missing, given up, 14:00–14:35'],
])('of 5 missing events %i are given up', (givenUp, isOpen, title) => {
  const causes = [aCause('missing', { count: 5, is_open: isOpen })]
  const [row] = causeRows(aCoverage({ state: 'incomplete', missing: 5, given_up: givenUp, causes }), 'utc')
  expect(row).toMatchObject({
    title,
    why: expect.stringMatching(isOpen ? /never arrived\.$/ : /cannot arrive any more/),
  })
})
