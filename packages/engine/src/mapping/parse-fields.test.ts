import { expect, test } from 'vitest'
import { eveFields } from './eve-fields.ts'
import { parseFields } from './parse-fields.ts'

test('parses objects, kinds and fields of a line, with indented continuation lines', () => {
  const fields = parseFields(`
*: s src_ip; i flow_id
alert.source, alert.target: s ip;
  i port
`)
  expect(Object.fromEntries(fields)).toEqual({
    src_ip: 's',
    flow_id: 'i',
    'alert.source.ip': 's',
    'alert.source.port': 'i',
    'alert.target.ip': 's',
    'alert.target.port': 'i',
  })
})

test.each([
  ['an unknown kind', 'alert: x action'],
  ['a kind without a field', 'alert: s'],
  ['a field listed twice', 'alert: s action; i action'],
  ['no kinds at all', 'alert'],
])('%s is rejected', (_, text) => {
  expect(() => parseFields(text)).toThrow(/list/)
})

test('lists every field of the Suricata schema', () => {
  const fields = [...parseFields(eveFields).keys()]
  expect(fields).toHaveLength(889)
  expect(fields).toEqual(
    expect.arrayContaining(['dns.answers.rdata', 'http.http2.request.settings.settings_id', 'tls.ja3s.hash', 'vlan']),
  )
})
