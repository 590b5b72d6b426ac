import type { Coverage } from '@watchpost/contract'
import { expect, test } from 'vitest'
import { coverageFindings, createCoverageLook } from './coverage-look.ts'

const none = { late: 0, missing: 0, given_up: 0, dead_lettered: 0, expired: 0, dropped_packets: 0, silent_seconds: 0 }

function aCoverage(changed: Partial<Coverage> = {}, open: Partial<Coverage['open']> = {}): Coverage {
  const [from, to] = ['2026-11-16T15:00:00.000Z', '2026-11-17T15:00:00.000Z']
  return {
    state: 'complete',
    from,
    to,
    at: to,
    known_from: '2026-11-01T00:00:00.000Z',
    expected_from: null,
    probe_count: 8,
    affected_probe_count: 0,
    ...none,
    causes: [],
    hours: [],
    probes: [],
    is_truncated: false,
    open: { silent_probes: 0, late: 0, missing: 0, dead_lettered: 0, ...open },
    ...changed,
  }
}

function aSilentProbe(id: number) {
  const silences = [{ from: '2026-11-17T14:00:00.000Z', to: '2026-11-17T15:00:00.000Z', is_open: true }]
  return { id, fqdn: `probe-0${id}.example.test`, is_removed: false, ...none, silences, hours: [] }
}

test.each<[string, Coverage, [string, string], [string, string]]>([
  ['all well', aCoverage(), ['good', '8 probes, none silent'], ['good', 'complete in the last 24 hours']],
  [
    'two silent probes',
    aCoverage({ probes: [aSilentProbe(1), aSilentProbe(2)] }, { silent_probes: 2 }),
    ['warning', '2 of 8 silent: probe-01.example.test, probe-02.example.test'],
    ['warning', '2 probes silent'],
  ],
  [
    'no probe heard of',
    aCoverage({ probe_count: 1 }, { silent_probes: 1 }),
    ['bad', '1 of 1 silent: 1 more'],
    ['warning', '1 probe silent'],
  ],
  [
    'dead letters and gaps, however old',
    aCoverage({}, { dead_lettered: 19, missing: 1 }),
    ['good', '8 probes, none silent'],
    ['warning', '1 event missing, 19 events among the dead letters'],
  ],
  [
    'events that are given up',
    aCoverage({ state: 'incomplete', missing: 7, given_up: 7 }),
    ['good', '8 probes, none silent'],
    ['good', 'nothing is outstanding; gaps in the last 24 hours: 7 events given up'],
  ],
  [
    'packets that were dropped',
    aCoverage({ state: 'incomplete', dropped_packets: 1_200 }),
    ['good', '8 probes, none silent'],
    ['good', 'nothing is outstanding; gaps in the last 24 hours: 1,200 packets dropped by sensors'],
  ],
  [
    'events that expired',
    aCoverage({ state: 'incomplete', expired: 2 }),
    ['good', '8 probes, none silent'],
    ['warning', 'nothing is outstanding; gaps in the last 24 hours: 2 events expired before they were indexed'],
  ],
])('%s', (_, coverage, probes, events) => {
  expect(coverageFindings(coverage).map(({ level, says }) => [level, says])).toEqual([probes, events])
})

test('every finding that is not good has a fix and an existing runbook', async () => {
  const findings = [
    ...coverageFindings(aCoverage({ expired: 1 }, { silent_probes: 1 })),
    ...coverageFindings(aCoverage({ probe_count: 0 }, { late: 1 })),
    ...(await createCoverageLook(() => Promise.reject(new Error('no database')))()),
  ]
  for (const { level, todo } of findings) if (level !== 'good') expect(todo).toMatch(/\.$/)
  expect(findings.at(-1)).toMatchObject({ part: 'coverage', level: 'bad', says: 'cannot be read: no database' })
})
