import { families } from '@watchpost/model'
import { expect, test } from 'vitest'
import { fieldCatalog } from './field-catalog.ts'
import { joinedCatalog } from './joined-catalog.ts'

test('returns the catalogue of a single family', () => {
  for (const family of families) expect(joinedCatalog([family])).toEqual(fieldCatalog(family))
})

test('returns the fields of all given families', () => {
  const joined = joinedCatalog(['network_events', 'malware'])
  expect(joined.get('dns.rrname')).toEqual(fieldCatalog('network_events').get('dns.rrname'))
  expect(joined.get('detail_threat_found')).toEqual(fieldCatalog('malware').get('detail_threat_found'))
})

test.each([[families], [families.toReversed()], [['malware', 'network_events', 'code_analysis'] as const]])(
  'marks a time that is a separate field in only some families as divided: %j',
  (asked) => {
    const joined = joinedCatalog(asked)
    expect(joined.get('timestamp_analyzed')).toMatchObject({ isDivided: true, sameAs: '@timestamp' })
    expect([...joined].filter(([, { isDivided }]) => isDivided)).toHaveLength(1)
    expect(joined.get('timestamp')).toMatchObject({ type: 'date', sameAs: '@timestamp' })
  },
)

test('does not mark a time that is the same in all families', () => {
  expect(joinedCatalog(['malware', 'code_analysis']).get('timestamp_analyzed')).not.toHaveProperty('isDivided')
  expect(joinedCatalog(['network_events']).get('timestamp_analyzed')).not.toHaveProperty('isDivided')
})
