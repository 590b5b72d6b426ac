import { expect, test } from 'vitest'
import { alertFactsOf } from '../alert/alert-facts.ts'
import { prepare } from '../event/prepare.ts'
import { alertKindOf, familyOf } from './kinds.ts'

/** Everything that would make an event of another kind an alert. */
const event = {
  event_type: 'ransomware',
  timestamp: '2026-11-14T09:12:33.412Z',
  severity: 1,
  state: 'Infected',
  sub_type: 'Windows_x86_32',
  calls: [{}],
  alert: { signature: 'a', severity: 1 },
}

test('stores an event of an unknown kind with the network events, not as an alert', () => {
  const outcome = prepare({
    identity: { probeId: 7, stream: '0123456789abcdef0123456789abcdef', sequence: 42 },
    fqdn: 'probe-07.example.test',
    policyVersion: 1,
    receivedAt: Date.parse('2026-11-14T09:12:35.000Z'),
    partition: 3,
    offset: 99,
    payload: Buffer.from(JSON.stringify(event)),
  })
  if (outcome.kind !== 'ready') throw new Error('the event is not stored')
  expect(outcome.document).toMatchObject({ family: 'network_events' })
  expect(outcome.document.entry).toBeUndefined()
  expect(JSON.parse(outcome.document.json).alert_view).toBeUndefined()
})

test('takes no verdict or category of another kind for an unknown kind', () => {
  expect(alertFactsOf(event, 'code_engine', 1)).toMatchObject({ verdict: undefined, category: undefined })
})

test.each(['__proto__', 'constructor', '', 'Alert', ['alert'], undefined])('%j is not a kind of alert', (eventType) => {
  expect(alertKindOf(eventType)).toBeUndefined()
})

test('assigns each kind to its family', () => {
  const families = ['alert', 'malware', 'shellcode', 'powershell', 'dns'].map(familyOf)
  expect(families).toEqual(['network_events', 'malware', 'code_analysis', 'code_analysis', 'network_events'])
})
