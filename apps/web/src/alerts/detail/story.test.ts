import { expect, test } from 'vitest'
import { textParts } from '../../texts/text.ts'
import { storyOf } from './story.ts'

const probe = { id: 7, fqdn: 'probe-07.example.test', is_paired: true }
const base = {
  probe,
  id: '2026-11-14T09:12:33.412Z',
  name: 'Loader Check-in',
  received: '2026-11-14T09:12:35.001Z',
  src_ip: '10.1.0.5',
  dest_ip: '203.0.113.10',
  related: { events: [], is_complete: true },
}
const told = (alert: Parameters<typeof storyOf>[0]) =>
  storyOf(alert).map(({ key, values }) =>
    textParts(key, values)
      .map(({ words }) => words)
      .join(''),
  )

test('describes the endpoints, the signature and the request of a network alert', () => {
  const story = told({
    ...base,
    event_type: 'alert',
    document: {
      src_port: 40_002,
      dest_port: 80,
      proto: 'TCP',
      app_proto: 'http',
      alert: { signature: 'Loader Check-in', category: 'A Network Trojan was detected', action: 'allowed' },
      http: { http_method: 'POST', hostname: 'c2.test', url: '/gate', status: 200 },
    },
  })
  expect(story.join(' ')).toBe(
    'The probe probe-07.example.test saw 10.1.0.5:40002 talk to 203.0.113.10:80 (TCP, http). ' +
      'The signature Loader Check-in matched: A Network Trojan was detected. The traffic was allowed. ' +
      'The request was POST c2.test /gate. The server answered 200.',
  )
})

test('begins with whom emulated code contacts and what it starts', () => {
  const calls = [
    { call: 'kernel32_LoadLibraryA', args: "{'lpFileName': 'ws2_32.dll'}" },
    { call: 'ws2_32_connect', args: "{'sockfd': 4, 'addr': '203.0.113.9:4444'}" },
    { call: 'ws2_32_connect', args: "{'sockfd': 4, 'addr': '203.0.113.9:4444'}" },
    { call: 'kernel32_WinExec', args: "{'lpCmdLine': 'cmd.exe /c whoami', 'uCmdShow': 0}" },
  ]
  const alert = { ...base, event_type: 'shellcode', document: { sub_type: 'Windows_x86_32', calls } }
  expect(told(alert).slice(0, 3)).toEqual([
    'The code contacts 203.0.113.9:4444.',
    'The code starts cmd.exe /c whoami.',
    'It carried shellcode for Windows_x86_32.',
  ])
  expect(storyOf(alert)[0]?.sources).toEqual({ contacts: { field: 'dest_ip', value: '203.0.113.9' } })
})

test('names every contact of emulated code once, and no file name', () => {
  const args = ["{'lpszServerName': 'c2.test'}", "{'lpszUrl': 'https://c2.test/a'}", "{'lpFileName': 'a.dll'}", 7, null]
  const calls = args.map((each) => ({ call: 'wininet_call', args: each }))
  const story = told({ ...base, event_type: 'shellcode', document: { calls } })
  expect(story[0]).toBe('The code contacts c2.test, https://c2.test/a.')
})

test('mentions a late verdict', () => {
  const story = told({
    ...base,
    received: '2026-11-14T09:40:33.412Z',
    event_type: 'malware',
    document: {
      state: 'Infected',
      detail_threat_found: 'Synthetic.Ransom.13',
      total_found: '4/16',
      timestamp_analyzed: '2026-11-14T09:15:33.412Z',
    },
  })
  expect(story).toContain('The malware engine calls the file Infected: Synthetic.Ransom.13, found by 4/16 analysers.')
  expect(story).toContain('The verdict took 3 min.')
  expect(story).toContain('It arrived here 28 min after it happened.')
})

test('gives no verdict delay when the sensor clock was wrong', () => {
  const document = { timestamp_analyzed: '9999-12-31T23:59:59.000Z', timestamp_claimed: '9999-12-31T23:59:58+0000' }
  expect(told({ ...base, event_type: 'malware', document })).toHaveLength(1)
})

test('leaves out sentences whose fields are missing or of the wrong type', () => {
  for (const document of [null, {}, { alert: 'text', http: [1], dns: { query: [null] }, calls: 'x', scores: 7 }]) {
    for (const event_type of ['alert', 'malware', 'shellcode', 'powershell']) {
      const story = told({ ...base, event_type, document })
      expect(story).toHaveLength(1)
      expect(story.join(' ')).not.toMatch(/undefined|null|\[object|\{/)
    }
  }
})

test('describes an alert of any other kind by its name', () => {
  expect(told({ ...base, event_type: 'ransomware', name: 'Locker', document: null })[1]).toBe(
    'The detector reported Locker.',
  )
})

test('separates IPv6 addresses from their ports', () => {
  const story = told({
    ...base,
    src_ip: '2001:db8::1',
    event_type: 'alert',
    document: { src_port: 443, dest_port: 53 },
  })
  expect(story[0]).toContain('[2001:db8::1]:443 talk to 203.0.113.10:53.')
})

test('mentions other probes that saw the flow', () => {
  const event = {
    uuid: 'u',
    date: '2026-11-14T09:12:34.000Z',
    event_type: 'malware',
    type: 'malware_engine',
    severity: 1,
    probe: { id: 8, fqdn: 'probe-08.example.test', is_paired: true },
    alert: { name: 'x', risk: 80, self: '/api/alerts/u' },
  }
  const story = told({ ...base, event_type: 'alert', document: {}, related: { events: [event], is_complete: true } })
  expect(story).toContain('The same flow was seen by probe-08.example.test too.')
})
