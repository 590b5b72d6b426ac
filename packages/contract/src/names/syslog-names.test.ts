import { alertEventTypes } from '@watchpost/model'
import { expect, test } from 'vitest'
import { syslogEventTypes } from './syslog-names.ts'

test('exports can filter by every kind of alert', () => {
  expect(syslogEventTypes).toEqual(expect.arrayContaining(alertEventTypes))
})
