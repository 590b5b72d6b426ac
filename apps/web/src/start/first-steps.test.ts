import { expect, test } from 'vitest'
import { aProbe } from '../probes/fixtures/a-probe.ts'
import { firstStepsOf } from './first-steps.ts'

test('an empty appliance has completed no step', () => {
  expect(firstStepsOf([], undefined)).toEqual({ probe: undefined, events: 0, alert: undefined })
})

test('picks the probe with the most progress and the events of all probes', () => {
  const waiting = aProbe({ id: 1, fqdn: 'waiting.example.test', is_paired: false, ledger: null })
  const paired = aProbe({ id: 2, fqdn: 'paired.example.test', is_paired: true, ledger: null })
  expect(firstStepsOf([waiting], undefined)).toMatchObject({ probe: waiting, events: 0 })
  expect(firstStepsOf([waiting, paired], undefined)).toMatchObject({ probe: paired, events: 0 })
})
