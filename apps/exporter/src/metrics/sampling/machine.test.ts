import { totalmem } from 'node:os'
import { expect, test } from 'vitest'
import { readCpu, readLoad, readMachine, readMemory, readNetwork, readPaging } from './machine.ts'

test('parses files of /proc', () => {
  expect(Object.fromEntries(readCpu('cpu  10 20 30 40 50 60 70 80 90 100\ncpu0 1 1\n'))).toMatchObject({
    user: 10,
    idle: 40,
    guest_nice: 100,
  })
  expect(readLoad('0.52 1.58 2.59 3/602 123\n')).toEqual([0.52, 1.58, 2.59])
  const memory = 'MemTotal: 100 kB\nMemFree:  10 kB\nBuffers: 2 kB\nCached: 30 kB\nSReclaimable: 5 kB\n'
  expect(readMemory(memory)).toEqual({ totalKib: 100, freeKib: 10, cachedKib: 35, buffersKib: 2 })
  const network = `Inter-|   Receive  |  Transmit
 face |bytes packets errs drop fifo frame compressed multicast|bytes packets
    lo: 99 1 0 0 0 0 0 0 99 1 0 0 0 0 0 0
  eth0:1000 1 0 0 0 0 0 0 200 1 0 0 0 0 0 0
  eth1: 1 1 0 0 0 0 0 0 2 1 0 0 0 0 0 0
`
  expect(readNetwork(network)).toEqual({ receivedBytes: 1_001, sentBytes: 202 })
  expect(readPaging('pgpgin 7\npgpgout 8\npgpgoutx 9\n')).toEqual({ inKib: 7, outKib: 8 })
})

test('reads the metrics of this machine', async () => {
  const machine = await readMachine()
  expect(machine.memory.totalKib * 1_024).toBe(totalmem())
  expect(machine.uptimeSeconds).toBeGreaterThan(0)
  expect(machine.cpu.get('user')).toBeGreaterThan(0)
  expect(machine.disk.takenBytes).toBeGreaterThan(0)
})
