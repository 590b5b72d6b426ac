import { expect, test } from 'vitest'
import { createStoredNotice } from './stored-notice.ts'

const sha256 = 'a'.repeat(64)
const line = (fileinfo: object) => Buffer.from(JSON.stringify({ event_type: 'fileinfo', fileinfo }))

test('notices the files that Suricata says it has stored, and nothing else', () => {
  let rings = 0
  const notice = createStoredNotice(() => (rings += 1))
  notice.see(line({ sha256, stored: true }))
  notice.see(line({ sha256: 'b'.repeat(64), stored: false }))
  notice.see(line({ stored: true }))
  notice.see(Buffer.from('{"event_type":"fileinfo","fileinfo":{"stored":true'))
  notice.see(Buffer.from(JSON.stringify({ event_type: 'http', fileinfo: { sha256: 'c'.repeat(64), stored: true } })))
  expect([rings, notice.take(), notice.isEmpty()]).toEqual([1, [sha256], true])
})

test('a file that has no name yet is looked for again, a few times', () => {
  const notice = createStoredNotice(() => undefined)
  notice.see(line({ sha256, stored: true }))
  let takes = 0
  while (!notice.isEmpty()) {
    expect(notice.waitMs()).toBe(takes === 0 ? 0 : 1_000)
    expect(notice.take()).toEqual([sha256])
    notice.again(sha256)
    takes += 1
  }
  expect(takes).toBe(30)
})
