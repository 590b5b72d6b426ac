import { createLogger } from '@watchpost/runtime'
import type { CloneSign, ProbeUse } from '@watchpost/store'
import { expect, test } from 'vitest'
import { createUseBook } from './use-book.ts'

const probe = (id: number) => ({ id, fingerprint: Buffer.alloc(32, id) })
const aSocket = () => ({})

function aBook(signs: CloneSign[] = []) {
  const clock = { now: 1_000_000 }
  const written: Array<Array<[probe: number, address: string, ageMs: number]>> = []
  const raised: string[] = []
  const standing = new Set<string>()
  let failures = 0
  const book = createUseBook(
    {
      async write(uses: readonly ProbeUse[]) {
        if (failures > 0) {
          failures -= 1
          throw new Error('away')
        }
        written.push(uses.map(({ probeId, address, ageMs }) => [probeId, address, ageMs]))
        return signs
      },
      async raise({ probeId, reason }) {
        const key = `${probeId} ${reason}`
        if (standing.has(key)) return 'known'
        standing.add(key)
        return 'raised'
      },
      raised: (reason) => void raised.push(reason),
      logger: createLogger('gateway', 'silent'),
    },
    () => clock.now,
  )
  return { book, clock, written, raised, failNext: () => void (failures += 1) }
}

test('a thousand requests of a connection cause one write, and another one a minute later', async () => {
  const { book, clock, written } = aBook()
  const socket = aSocket()
  for (let turn = 0; turn < 1_000; turn += 1) book.note(socket, probe(7), '192.0.2.1')
  await book.flush()
  await book.flush()
  expect(written).toEqual([[[7, '192.0.2.1', 0]]])
  for (let second = 0; second < 59; second += 1) {
    clock.now += 1_000
    book.note(socket, probe(7), '192.0.2.1')
    await book.flush()
  }
  expect(written).toHaveLength(1)
  clock.now += 2_000
  await book.flush()
  expect(written[1]).toEqual([[7, '192.0.2.1', 2_000]])
  clock.now += 120_000
  await book.flush()
  expect(written).toHaveLength(2)
})

test('writes a new IP address or a new certificate in the next round', async () => {
  const { book, written } = aBook()
  book.note(aSocket(), probe(7), '192.0.2.1')
  await book.flush()
  book.note(aSocket(), probe(7), '198.51.100.1')
  book.note(aSocket(), probe(8), '192.0.2.1')
  book.note(aSocket(), probe(7), '192.0.2.1')
  await book.flush()
  expect(written).toEqual([
    [[7, '192.0.2.1', 0]],
    [
      [7, '198.51.100.1', 0],
      [8, '192.0.2.1', 0],
    ],
  ])
})

test('retries a failed write in the next round, in parts of 500', async () => {
  const { book, written, failNext } = aBook()
  for (let id = 1; id <= 1_200; id += 1) book.note(aSocket(), probe(id % 250), `192.0.2.${id % 250}:${id}`)
  failNext()
  await expect(book.flush()).rejects.toThrow('away')
  await book.flush()
  expect(written.map((part) => part.length)).toEqual([500, 500, 200])
})

test('does not count an alarm that is already open', async () => {
  const sign: CloneSign = { probeId: 7, reason: 'two-networks', networks: [], certificates: [] }
  const { book, clock, raised } = aBook([sign])
  const socket = aSocket()
  for (let minute = 0; minute < 3; minute += 1) {
    book.note(socket, probe(7), '192.0.2.1')
    await book.flush()
    clock.now += 61_000
  }
  expect(raised).toEqual(['two-networks'])
})
