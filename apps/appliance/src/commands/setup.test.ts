import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { answersOf } from './setup.ts'

const earlier = { read: () => 'WATCHPOST_APPLIANCE_TLS_NAMES=a.example.org\nWATCHPOST_API_HOST=192.0.2.7\n' }

test('uses the settings of an earlier setup where the operator says nothing', async () => {
  const { answers, given } = await answersOf(earlier, {})
  expect(answers).toEqual({ names: ['a.example.org'], listen: '192.0.2.7', exportNetworks: [] })
  expect(given).toEqual([])
})

test('options replace them, and are not asked for', async () => {
  const asked: string[] = []
  const ask = async (question: string, standard: string) => {
    asked.push(question)
    return standard === '192.0.2.7' ? '0.0.0.0' : standard
  }
  const { answers, given } = await answersOf(earlier, { name: ['b.example.org', '192.0.2.8'] }, ask)
  expect(answers).toEqual({ names: ['b.example.org', '192.0.2.8'], listen: '0.0.0.0', exportNetworks: [] })
  expect(given).toEqual(['names', 'listen'])
  expect(asked).toHaveLength(2)
})

test('takes the name and the IP addresses of a new machine', async () => {
  const { answers } = await answersOf({ read: () => undefined }, {})
  expect(answers.names[0]).toBe(hostname())
  expect(answers.listen).toBe('0.0.0.0')
})
