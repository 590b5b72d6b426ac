import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, issueProbeCertificate } from '@watchpost/pki'
import { expect, test } from 'vitest'
import { aMortalDisk } from '../../test/a-mortal-disk.ts'
import { createDisk } from '../disk/disk.ts'
import { createIdentityFiles } from './identity-files.ts'

test('wherever writing a new identity is cut off, what is read is whole: the old one or the new one', async () => {
  const authority = await createAuthority({ commonName: 'test' })
  const issue = async () => {
    const { certPem, keyPem } = await issueProbeCertificate(authority, { probeId: 7, fqdn: 'p.test', days: 1 })
    return { ca: authority.certPem, cert: certPem, key: keyPem }
  }
  const [old, renewed] = [await issue(), await issue()]
  const read = new Set<string>()
  for (let steps = 1; steps <= 6; steps += 1) {
    for (const moment of [0.1, 0.5, 0.9]) {
      const folder = join(mkdtempSync(join(tmpdir(), 'probe-identity-')), 'identity')
      const real = createIdentityFiles(folder, createDisk({ isSynced: false }))
      await real.write(old)
      const disk = aMortalDisk(() => moment)
      disk.killAfter(steps)
      await createIdentityFiles(folder, disk)
        .write(renewed)
        .catch(() => undefined)
      const found = await real.read()
      expect([old, renewed]).toContainEqual(found)
      expect(await real.read()).toEqual(found)
      if (typeof found === 'object') read.add(found.cert)
    }
  }
  expect(read.size).toBe(2)
})

test('before enrolling there is none', async () => {
  const folder = join(tmpdir(), 'probe-identity-none')
  expect(await createIdentityFiles(folder, createDisk()).read()).toBe('absent')
})
