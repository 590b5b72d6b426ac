import type { CountedAlert } from '@watchpost/engine'
import { firstPosition } from '@watchpost/model'
import { expect, test } from 'vitest'
import { createTallies } from './tallies.ts'

function anAlert(n: number): CountedAlert {
  return {
    '@timestamp': new Date(Date.parse('2026-11-14T00:00:00.000Z') + n * 60_000).toISOString(),
    uuid: String(n).padStart(5, '0'),
    type: 'network_engine',
    name: `name ${n % 3}`,
    risk: n % 100,
    policy_version: 1,
    probe: { id: 1, fqdn: 'p' },
    src_ip: `10.0.0.${n % 7}`,
    dest_ip: `10.0.1.${n % 5}`,
    ingest: { epoch: 1, partition: 0, offset: n },
  }
}
const alerts = Array.from({ length: 1_000 }, (_, n) => anAlert(n))

async function tallied(count: number) {
  const tallies = createTallies({
    async *scan() {
      for (let at = 0; at < alerts.length; at += 90) yield alerts.slice(at, at + 90)
    },
    count: async () => count,
  })
  const found = new Map<string, number>()
  for await (const { key, tally } of tallies.ofDay('2026-11-14', firstPosition)) {
    const name = `${key.frequency}|${key.start}|${key.ip}`
    if (found.has(name)) throw new Error(`${name} came twice`)
    found.set(
      name,
      [...tally.values()].reduce((sum, part) => sum + part.alerts, 0),
    )
  }
  return found
}

test('returns the same tallies for a day in one pass and in several', async () => {
  const once = await tallied(1_000)
  expect(await tallied(1_900_000)).toEqual(once)
  expect([...once].filter(([name]) => name.startsWith('day'))).toHaveLength(7 + 5)
  const hours = [...once].filter(([name]) => name.startsWith('hour'))
  expect(hours.reduce((sum, [, count]) => sum + count, 0)).toBe(2 * alerts.length)
})

test('throws when an arrived alert cannot be found', async () => {
  const tallies = createTallies({
    // oxlint-disable-next-line require-yield -- there is nothing.
    async *scan() {
      return
    },
    count: async () => 0,
  })
  await expect(Array.fromAsync(tallies.add([anAlert(1)], firstPosition))).rejects.toThrow('not found again')
})

test('counts the growth of a cached IP address against the memory limit', async () => {
  const scanned: string[][] = []
  const seen: CountedAlert[] = []
  const tallies = createTallies(
    {
      async *scan({ ips = [] }) {
        scanned.push([...ips])
        yield [...seen]
      },
      count: async () => seen.length,
    },
    20_000,
  )
  async function add(alert: Partial<CountedAlert>, n: number) {
    const { dest_ip: _, ...alone } = anAlert(n)
    seen.push({ ...alone, ...alert })
    await Array.fromAsync(tallies.add(seen.slice(-1), firstPosition))
  }
  await add({ src_ip: '10.9.0.1' }, 0)
  // One IP address with more different names than the memory limit allows.
  for (let n = 1; n <= 300; n++) await add({ src_ip: '10.9.0.2', name: `name ${n}` }, 0)
  await add({ src_ip: '10.9.0.1' }, 1)
  expect(scanned.filter((ips) => ips.includes('10.9.0.1'))).toHaveLength(2)
})

test('counts each probe that reports an IP address against the memory limit', async () => {
  const scanned: string[][] = []
  const seen: CountedAlert[] = []
  const tallies = createTallies(
    {
      async *scan({ ips = [] }) {
        scanned.push([...ips])
        yield [...seen]
      },
      count: async () => seen.length,
    },
    20_000,
  )
  const add = async (src_ip: string, id: number) => {
    seen.push({ ...anAlert(0), src_ip, dest_ip: src_ip, probe: { id, fqdn: 'p' } })
    await Array.fromAsync(tallies.add(seen.slice(-1), firstPosition))
  }
  await add('10.9.0.1', 1)
  for (let id = 1; id <= 12; id++) await add('10.9.0.2', id)
  await add('10.9.0.1', 1)
  expect(scanned.filter((ips) => ips.includes('10.9.0.1'))).toHaveLength(2)
})
