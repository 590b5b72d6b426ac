import { createLogger } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { aClock } from '../../test/a-delivery.ts'
import { createDisk, type Disk } from './disk.ts'
import { createPatientDisk } from './patient-disk.ts'

const logger = createLogger('probe', 'silent')

/** A disk without space for the first `times` batches. */
function fullDisk(times: number, code = 'ENOSPC') {
  const tried: string[] = []
  const disk: Disk = {
    ...createDisk(),
    async create(path) {
      tried.push(path)
      if (tried.length <= times) throw Object.assign(new Error(code), { code })
    },
  }
  return { disk, tried }
}

test('waits for a full disk and then writes', async () => {
  const { disk, tried } = fullDisk(5)
  const patient = createPatientDisk(disk, { clock: aClock(), logger }, new AbortController().signal)
  const writing = patient.create('/a', [])
  expect(patient.isWaiting()).toBe(false)
  await expect.poll(patient.isWaiting).toBe(true)
  await writing
  expect(tried).toHaveLength(6)
  expect(patient.isWaiting()).toBe(false)
})

test('does not wait when it is told to stop, nor after other errors', async () => {
  const stopped = AbortSignal.abort()
  await expect(
    createPatientDisk(fullDisk(9).disk, { clock: aClock(), logger }, stopped).create('/a', []),
  ).rejects.toThrow('ENOSPC')
  const going = new AbortController().signal
  const broken = createPatientDisk(fullDisk(9, 'EACCES').disk, { clock: aClock(), logger }, going)
  await expect(broken.create('/a', [])).rejects.toThrow('EACCES')
})
