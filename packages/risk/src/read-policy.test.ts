import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstPolicy } from './first-policy.ts'
import { anyPolicy } from './fixtures/arbitrary.ts'
import { readPolicy } from './read-policy.ts'

const { policy } = firstPolicy

test('the first policy is valid and never changes', () => {
  expect(readPolicy(structuredClone(policy))).toEqual({ policy })
  // Scored events refer to this version. A different policy needs a new version.
  expect(hash('sha256', JSON.stringify(policy), 'hex').slice(0, 16)).toBe('22c2cde88d27aefc')
})

test.each<[string, unknown, string]>([
  ['no object', null, ''],
  ['a part that is missing', { ...policy, direction: undefined }, '/direction'],
  ['a part that no one knows', { ...policy, weather: 1 }, ''],
  ['points beyond the scale', { ...policy, confidence: { high: 101, medium: 0, low: 0 } }, '/confidence/high'],
  ['points that are not whole', { ...policy, category: { x: 0.5 } }, '/category/x'],
  ['a network without a length', { ...policy, own_networks: ['10.0.0.0/8', '10.0.0.1'] }, '/own_networks/1'],
  ['a network that is too long', { ...policy, own_networks: ['10.0.0.0/33'] }, '/own_networks/0'],
  ['a network in words', { ...policy, own_networks: ['dead:beef'] }, '/own_networks/0'],
  [
    'steps in the wrong order',
    {
      ...policy,
      verdict: [
        { at_least: 0.1, points: 1 },
        { at_least: 0.5, points: 9 },
      ],
    },
    '/verdict/1/at_least',
  ],
  [
    'steps of clusters in the wrong order',
    {
      ...policy,
      cluster: {
        ...policy.cluster,
        spread: [
          { at_least: 5, points: 1 },
          { at_least: 5, points: 2 },
        ],
      },
    },
    '/cluster/spread/1/at_least',
  ],
])('rejects %s with its pointer', (_, value, pointer) => {
  const read = readPolicy(value)
  expect('faults' in read && read.faults.map((each) => each.pointer)).toContain(pointer)
})

test('reads back a policy written as JSON', () => {
  fc.assert(
    fc.property(anyPolicy, (any) => {
      expect(readPolicy(JSON.parse(JSON.stringify(any)))).toHaveProperty('policy')
    }),
  )
})
