import { expect, test } from 'vitest'
import { summaryFields, summaryOf } from './event-summary.ts'

test.each([
  [{ http: { http_method: 'GET', hostname: 'c2.test', url: '/gate', status: 200 } }, 'GET c2.test /gate 200'],
  [{ dns: { query: [{ rrname: 'update.test' }] } }, 'update.test'],
  [{ dns: { rrname: 'update.test' } }, 'update.test'],
  [{ tls: { sni: 'mail.test', version: 'TLS 1.3' } }, 'mail.test TLS 1.3'],
  [{ fileinfo: { filename: 'setup.xlsm', sha256: '6485' } }, 'setup.xlsm 6485'],
  [{ state: 'Infected', detail_threat_found: 'Loader.17', http: { url: '/x' } }, 'Infected Loader.17'],
  [{ state: 'Exploit', sub_type: 'Windows_x86_64' }, 'Exploit Windows_x86_64'],
  [{ alert_view: { name: 'Check-in' }, http: { url: '/x' } }, 'Check-in'],
  [{ event_type: 'stats' }, ''],
])('%j is summarised as %s', (document, words) => {
  expect(summaryOf(document)).toBe(words)
})

test('names the fields that a summary needs', () => {
  expect(summaryFields).toContain('http.url')
  expect(summaryFields).toContain('dns')
})
