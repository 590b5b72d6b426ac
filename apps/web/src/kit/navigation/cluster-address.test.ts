import { expect, test } from 'vitest'
import { clusterQueryOf, readClusterName } from './cluster-address.ts'

test('reads a cluster name back from the query of its page', () => {
  const self = '/api/alerts/clusters/2001%3Adb8%3A%3A1-2026-11-14T09%3A00%3A00.000Z?frequency=day&type_ip=dest'
  const query = clusterQueryOf(self)
  expect(query).toEqual({
    id: '2001:db8::1-2026-11-14T09:00:00.000Z',
    frequency: 'day',
    type_ip: 'dest',
    probe_id: null,
  })
  const params = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null),
  )
  expect(readClusterName(params)).toEqual({
    id: '2001:db8::1-2026-11-14T09:00:00.000Z',
    frequency: 'day',
    type_ip: 'dest',
    probe_id: undefined,
  })
})
