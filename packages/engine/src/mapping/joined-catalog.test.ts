import { families } from '@watchpost/model'
import { expect, test } from 'vitest'
import { fieldCatalog } from './field-catalog.ts'
import { joinedCatalog } from './joined-catalog.ts'

test('one family has the fields of its own catalogue', () => {
  for (const family of families) expect(joinedCatalog([family])).toEqual(fieldCatalog(family))
})

test('several families have the fields of each', () => {
  const joined = joinedCatalog(['network_events', 'malware'])
  expect(joined.get('dns.rrname')).toEqual(fieldCatalog('network_events').get('dns.rrname'))
  expect(joined.get('detail_threat_found')).toEqual(fieldCatalog('malware').get('detail_threat_found'))
})

test.each([[families], [families.toReversed()], [['malware', 'network_events', 'code_analysis'] as const]])(
  'a time that is a field of its own in some families only is divided: %j',
  (asked) => {
    const joined = joinedCatalog(asked)
    expect(joined.get('timestamp_analyzed')).toMatchObject({ isDivided: true, sameAs: '@timestamp' })
    expect([...joined].filter(([, { isDivided }]) => isDivided)).toHaveLength(1)
    expect(joined.get('timestamp')).toMatchObject({ type: 'date', sameAs: '@timestamp' })
  },
)

test('families that agree on a time have it undivided', () => {
  expect(joinedCatalog(['malware', 'code_analysis']).get('timestamp_analyzed')).not.toHaveProperty('isDivided')
  expect(joinedCatalog(['network_events']).get('timestamp_analyzed')).not.toHaveProperty('isDivided')
})
