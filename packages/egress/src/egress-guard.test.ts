import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEgressGuard, type EgressPorts } from './egress-guard.ts'

const own = ['127.0.0.1', '::1', '10.1.2.3', '2001:db8:77::5', 'fe80::1']
const ports = (names: Record<string, readonly string[]> = {}): EgressPorts => ({
  lookup: async (name) => names[name] ?? [],
  ownAddresses: () => own,
})
const guard = (networks: readonly string[] = [], names: Record<string, readonly string[]> = {}) =>
  createEgressGuard({ networks }, ports(names))

const refused = [
  ['127.0.0.1', '127.1', '127.0.1', '0177.0.0.1', '0x7f.0.0.1', '0x7f000001', '2130706433', '017700000001'],
  ['127.000.000.001', '127.0.0.1.', '①②⑦.⓪.⓪.①', '１２７.0.0.1', '127。0。0。1', '127.255.255.254'],
  ['0', '0.0.0.0', '0x0', '0.1.2.3', '255.255.255.255', '240.0.0.1', '224.0.0.1', '239.255.255.250'],
  ['169.254.169.254', '169.254.1.1', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '169.254.43518'],
  ['::', '::1', '0:0:0:0:0:0:0:1', '::0001', '[::1]', '::1%lo', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'ff02::1'],
  ['::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:7F00:0001', '0:0:0:0:0:ffff:127.0.0.1', '::ffff:169.254.169.254'],
  ['::127.0.0.1', '::7f00:1', '::ffff:0:127.0.0.1', '64:ff9b::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::a9fe:a9fe'],
  ['2002:7f00:1::', '2002:7f00:0001::1', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', 'fec0::1'],
  ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8:77::5', '2001:0db8:0077:0000:0000:0000:0000:0005'],
  ['http://10.0.0.1', '10.0.0.1:514', 'host/path', 'user@host', 'a b', 'a\nb', 'a\u0000b', '', '.', '..', '-a.example'],
  ['ｌocalhost', 'exa\u00admple.org', 'münchen.example', 'a..b', `${'a'.repeat(64)}.example`, 'x.0x7f', '1.2.3'],
].flat()

test.each(refused)('rejects %j before anything is resolved', (host) => {
  expect(guard().whyNotTarget(host, 6_514)).toMatchObject({ at: 'hostname' })
})

test('rejects a forbidden target in resolve without a lookup', async () => {
  const looked: string[] = []
  const watched = createEgressGuard(
    { networks: [] },
    {
      ...ports(),
      async lookup(name) {
        looked.push(name)
        return []
      },
    },
  )
  for (const host of refused) expect(await watched.resolve(host, 6_514)).toHaveProperty('refused')
  expect(looked).toEqual([])
})

test.each([
  '192.0.2.7',
  '10.0.0.9',
  '172.16.0.1',
  '192.168.7.7',
  '100.64.0.1',
  '2001:db8::7',
  'fd00::7',
  'siem.example.org',
])('accepts %s as a target', (host) => expect(guard().whyNotTarget(host, 6_514)).toBeUndefined())

test('rejects a name if any of its IP addresses is forbidden, in any order and notation', async () => {
  const names = {
    good: ['192.0.2.7', '2001:db8::7'],
    rebound: ['192.0.2.7', '127.0.0.1'],
    mapped: ['::ffff:169.254.169.254'],
    inside: ['64:ff9b::7f00:1'],
    itself: ['10.1.2.3'],
    zoned: ['fe80::1%eth0'],
  }
  expect(await guard([], names).resolve('good', 514)).toEqual(['192.0.2.7', '2001:db8::7'])
  for (const name of ['rebound', 'mapped', 'inside', 'itself', 'zoned']) {
    expect(await guard([], names).resolve(name, 514)).toHaveProperty('refused')
  }
})

test('connects to IPv4-mapped addresses as IPv4, in every notation', async () => {
  expect(await guard().resolve('::ffff:192.0.2.7', 514)).toEqual(['192.0.2.7'])
})

test('limits targets to the allowed networks, and allows loopback only if they include it', () => {
  const open = (networks: readonly string[], host: string) => guard(networks).whyNotTarget(host, 6_514) === undefined
  expect(open(['192.168.0.0/16'], '192.168.3.4')).toBe(true)
  expect(open(['192.168.0.0/16'], '192.0.2.1')).toBe(false)
  expect(open(['127.0.0.1/32'], '127.0.0.1')).toBe(true)
  expect(open(['127.0.0.0/8'], '127.0.0.1')).toBe(true)
  expect(open(['127.0.0.1/32'], '127.0.0.2')).toBe(false)
  expect(open(['0.0.0.0/0', '::/0'], '127.0.0.1')).toBe(false)
  expect(open(['0.0.0.0/0', '::/0'], '::1')).toBe(false)
  expect(open(['::1/128'], '::1')).toBe(true)
  expect(open(['10.0.0.0/8'], '10.1.2.3')).toBe(false)
  expect(open(['10.1.2.3/32'], '10.1.2.3')).toBe(true)
  expect(open(['0.0.0.0/8', '224.0.0.0/4'], '224.0.0.1')).toBe(false)
})

test.each([
  [514, true],
  [601, true],
  [6_514, true],
  [1_024, true],
  [65_535, true],
  [22, false],
  [80, false],
  [1_023, false],
  [0, false],
  [65_536, false],
])('port %i is open: %s', (port, isOpen) => {
  expect(guard().whyNotTarget('192.0.2.7', port) === undefined).toBe(isOpen)
})

test('rejects every spelling that a resolver could read as an IP address of this host', () => {
  const part = (value: number) =>
    fc.constantFrom(String(value), `0${value.toString(8)}`, `0x${value.toString(16)}`, `00${value.toString(8)}`)
  const spelled = fc.tuple(fc.constantFrom(0, 127), fc.nat(255), fc.nat(255), fc.nat(255)).chain(([a, b, c, d]) =>
    fc.oneof(
      fc.tuple(part(a), part(b), part(c), part(d)).map((each) => each.join('.')),
      fc.tuple(part(a), part(b), part(c * 256 + d)).map((each) => each.join('.')),
      fc.tuple(part(a), part(b * 65_536 + c * 256 + d)).map((each) => each.join('.')),
      part(a * 16_777_216 + b * 65_536 + c * 256 + d),
    ),
  )
  fc.assert(
    fc.property(spelled, (host) => {
      expect(guard().whyNotTarget(host, 6_514)).toBeDefined()
    }),
  )
})
