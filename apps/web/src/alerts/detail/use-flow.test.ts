import { expect, test } from 'vitest'
import { flowQuery } from './use-flow.ts'

const probe = { id: 7, fqdn: 'probe-07.example.test', is_paired: true }
const id = '2026-11-14T09:00:00.000Z'
const range = { range: { '@timestamp': { gte: '2026-11-13T09:00:00.000Z', lte: '2026-11-15T09:00:00.000Z' } } }

test('finds events of the same flow on any probe by Community ID, and by flow id on its own probe', () => {
  const ofProbe = { bool: { filter: [{ term: { flow_id: '12' } }, { term: { 'probe.id': 7 } }] } }
  expect(flowQuery({ id, probe, document: { community_id: '1:x=', flow_id: 12 } })).toEqual({
    bool: {
      filter: [range, { bool: { should: [{ term: { community_id: '1:x=' } }, ofProbe], minimum_should_match: 1 } }],
    },
  })
})

test('an alert without flow id is related by Community ID alone', () => {
  const { should } = flowQuery({ id, probe, document: { community_id: '1:x=' } }).bool.filter[1]?.bool ?? {}
  expect(should).toEqual([{ term: { community_id: '1:x=' } }])
})
