import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readReply, streamRequest } from './handshake.ts'
import { StreamTrouble } from './trouble.ts'

const identity = {
  key: '7f3c1a52-9d0e-4a6b-8c21-5e4f6a7b8c9d',
  machineGuid: '11111111-2222-4333-8444-555555555555',
  hostname: 'watchpost.example.org',
  updateEvery: 2,
  version: '0.1.0',
}
const reasonOf = (text: string) => {
  const reply = readReply(text)
  return reply instanceof StreamTrouble ? reply.reason : reply
}

test('escapes names and keys so that they cannot end or extend the request', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (hostname, key) => {
      const [line = '', ...rest] = streamRequest({ ...identity, hostname, key }).split('\r\n')
      expect(rest).toHaveLength(4)
      const query = new URLSearchParams(/^STREAM (\S+) HTTP\/1\.1$/.exec(line)?.[1])
      expect([query.get('hostname'), query.get('key'), query.get('machine_guid')]).toEqual([
        hostname.toWellFormed(),
        key.toWellFormed(),
        identity.machineGuid,
      ])
      expect(query.size).toBe(13)
    }),
  )
})

test.each([
  ['Hit me baby, push them over...', 'accepted'],
  ['Hit me baby, push them over with the version=5', 'accepted'],
  ['HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\nYou are not permitted to access this.', 'wrong_key'],
  ['You are not permitted to access this. Check the logs for more info.', 'wrong_key'],
  ['This GUID is already streaming to this server', 'already_streaming'],
  ["Don't hit me baby, you are trying to stream my localhost back", 'already_streaming'],
  ['HTTP/1.1 503 Service Unavailable\r\n\r\n', 'busy'],
  ['The server is initializing. Try later.', 'busy'],
  ['The server is too busy now to accept this request. Try later.', 'busy'],
  ['HTTP/1.1 200 OK\r\n\r\n', 'not_netdata'],
  ['HTTP/1.0 400 Bad request\n', 'not_netdata'],
  ['SSH-2.0-OpenSSH_9.2p1\r\n', 'not_netdata'],
])('%j is %s', (text, expected) => {
  expect(reasonOf(text)).toBe(expected)
})

test('reads a reply that arrives in pieces', () => {
  const answers = [
    'Hit me baby, push them over...',
    'HTTP/1.1 401 Unauthorized\r\n',
    'This GUID is already streaming to',
  ]
  fc.assert(
    fc.property(fc.constantFrom(...answers), fc.nat(), (text, cut) => {
      const part = text.slice(0, cut % text.length)
      expect([undefined, reasonOf(text)]).toContain(reasonOf(part))
    }),
  )
})
