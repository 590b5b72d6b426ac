import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, issueProbeCertificate } from '@watchpost/pki'
import { expect, test } from 'vitest'
import { aMortalDisk } from '../../test/a-mortal-disk.ts'
import { createDisk } from '../disk/disk.ts'
import { createIdentityFiles } from './identity-files.ts'

async function twoIdentities() {
  const authority = await createAuthority({ commonName: 'test' })
  const issue = async () => {
    const { certPem, keyPem } = await issueProbeCertificate(authority, { probeId: 7, fqdn: 'p.test', days: 1 })
    return { ca: authority.certPem, cert: certPem, key: keyPem }
  }
  return [await issue(), await issue()] as const
}

const aFolder = () => join(mkdtempSync(join(tmpdir(), 'probe-identity-')), 'identity')

test('an interrupted renewal leaves the old or the new identity complete, and keeps the old one', async () => {
  const [old, renewed] = await twoIdentities()
  const read = new Set<string>()
  for (let steps = 1; steps <= 8; steps += 1) {
    for (const moment of [0.1, 0.5, 0.9]) {
      const folder = aFolder()
      const real = createIdentityFiles(folder, createDisk({ isSynced: false }))
      await real.write(old)
      const disk = aMortalDisk(() => moment)
      disk.killAfter(steps)
      await createIdentityFiles(folder, disk)
        .renew(renewed, old)
        .catch(() => undefined)
      const found = await real.read()
      expect([old, renewed]).toContainEqual(found)
      expect(await real.read()).toEqual(found)
      if (typeof found === 'object') read.add(found.cert)
      // Needed if the appliance does not know the new one.
      expect([found, await real.readPrevious()]).toContainEqual(old)
    }
  }
  expect(read.size).toBe(2)
})

test('an interrupted enrolment leaves one complete identity', async () => {
  const [old, enrolled] = await twoIdentities()
  for (let steps = 1; steps <= 7; steps += 1) {
    const folder = aFolder()
    const real = createIdentityFiles(folder, createDisk({ isSynced: false }))
    await real.write(old)
    const disk = aMortalDisk(() => 0.5)
    disk.killAfter(steps)
    await createIdentityFiles(folder, disk)
      .write(enrolled)
      .catch(() => undefined)
    expect([old, enrolled]).toContainEqual(await real.read())
  }
})

test('deletes the previous identity once the new one was accepted, and on a new enrolment', async () => {
  const [old, renewed] = await twoIdentities()
  const files = createIdentityFiles(aFolder(), createDisk({ isSynced: false }))
  await files.write(old)
  await files.renew(renewed, old)
  expect(await files.readPrevious()).toEqual(old)
  await files.forgetPrevious()
  expect([await files.readPrevious(), await files.read()]).toEqual([undefined, renewed])
  await files.renew(old, renewed)
  await files.write(renewed)
  expect([await files.readPrevious(), await files.read()]).toEqual([undefined, renewed])
})

test('reports absent before enrolment', async () => {
  const folder = join(tmpdir(), 'probe-identity-none')
  expect(await createIdentityFiles(folder, createDisk()).read()).toBe('absent')
})
