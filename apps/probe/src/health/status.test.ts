import { expect, test } from 'vitest'
import type { ConnectionFigures } from './connection-state.ts'
import { describeStatus } from './status.ts'

const probe = { appliance: 'https://appliance.test:8444', probe: { id: 7, fqdn: 'p.test' }, eve_file: '/eve.json' }
const now = Date.parse('2026-11-16T10:00:00Z')

function told(state: ConnectionFigures['state'], secondsAgo = 5) {
  const host_time = new Date(now - secondsAgo * 1_000).toISOString()
  return describeStatus(
    probe,
    {
      pid: 4_711,
      connection: { state, reason: '403 Unknown', since: host_time },
      certificate_not_after: '2026-11-20T00:00:00.000Z',
      health: {
        agent_version: '0.1.0',
        host_time,
        suricata_version: null,
        ruleset_version: null,
        capture: { packets: 10, dropped: 1, loss_percent: 10 },
        eve: { file: '/eve.json', unread_bytes: 1024 ** 2, held_files: 2, held_bytes: 0 },
        spool: { bytes: 5, limit_bytes: 5, batches: 1, is_full: true },
        lag_seconds: 3,
        events_read: 12,
        events_acknowledged: 7,
        possible_losses: [{ at: host_time, reason: 'the EVE file was cut off', bytes: 12 }],
        files: { waiting: 0, waiting_bytes: 0, uploaded: 0, refused: 0, given_up: 0 },
        memory_bytes: 1,
      },
    },
    now,
  )
}

test('shows the main figures and losses', () => {
  const text = told('connected').lines.join('\n')
  for (const part of ['1.0 MiB unread', 'FULL', '12 read, 7 acknowledged', '(10%)', 'cut off (12 bytes)', '4711']) {
    expect(text).toContain(part)
  }
})

test.each([
  ['connected', 5, 0],
  ['held', 5, 0],
  ['lost', 5, 3],
  ['refused', 5, 1],
  ['connected', 60, 1],
] as const)('returns an exit code for scripts: %s, %i s ago', (state, secondsAgo, exitCode) => {
  expect(told(state, secondsAgo).exitCode).toBe(exitCode)
})

test('an agent that never ran says how to start it', () => {
  expect(describeStatus(probe, undefined, now)).toMatchObject({
    exitCode: 1,
    lines: [expect.any(String), expect.stringContaining('watchpost-probe run')],
  })
})
