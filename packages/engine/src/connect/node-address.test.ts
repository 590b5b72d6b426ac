import { expect, test } from 'vitest'
import { isSentInClear, nodeAddress } from './node-address.ts'

test('takes the path of a Unix socket from the node', () => {
  expect(nodeAddress('http+unix:///run/watchpost/engine.sock')).toEqual({
    origin: 'http://localhost',
    socketPath: '/run/watchpost/engine.sock',
  })
  expect(nodeAddress('http+unix:///run/a%20b.sock').socketPath).toBe('/run/a b.sock')
  expect(nodeAddress('https://a.example.org:9200')).toEqual({ origin: 'https://a.example.org:9200' })
})

test.each([
  ['http+unix:///run/watchpost/engine.sock', false],
  ['http://127.0.0.1:9200', false],
  ['https://a.example.org:9200', false],
  ['http://a.example.org:9200', true],
])('whether requests to %s leave the machine in clear: %s', (node, expected) => {
  expect(isSentInClear(node)).toBe(expected)
})
