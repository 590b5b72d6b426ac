import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { connectStore } from '../database/connect-store.ts'
import { createExportClaims } from './export-claims.ts'

test('lets one process claim an export, and releases the claim when that process ends', async () => {
  await using made = await testStore()
  const other = connectStore(made.config, 'other')
  const claimHere = createExportClaims(made.store)
  const claimThere = createExportClaims(other)
  await claimHere(async (here) => {
    expect(await here.claim(1)).toBe(true)
    expect(await here.claim(1)).toBe(true)
    await claimThere(async (there) => {
      expect(await there.claim(1)).toBe(false)
      expect(await there.claim(2)).toBe(true)
      await here.release(1)
      expect(await there.claim(1)).toBe(true)
      expect(await here.claim(1)).toBe(false)
    })
    expect(await here.claim(1)).toBe(true)
    await here.assertHeld()
  })
  await other.close()
})
