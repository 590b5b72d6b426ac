import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fingerprintOf } from '@watchpost/pki'
import { expect, test } from 'vitest'
import { addProbe, fleetOf } from './commands/probe-add.ts'
import { ensureAuthority, ensureServerCertificate, readPair } from './tls-folder.ts'

const newFolder = () => join(mkdtempSync(join(tmpdir(), 'tls-')), 'tls')

test('authority and server certificate are made once, keys readable by the owner only', async () => {
  const folder = newFolder()
  const first = await ensureAuthority(folder)
  const again = await ensureAuthority(folder)
  expect([first.isNew, again.isNew]).toEqual([true, false])
  expect(again.authority).toEqual(first.authority)
  expect(await ensureServerCertificate(folder, first.authority, ['localhost', '::1'])).toBe('issued')
  expect(await ensureServerCertificate(folder, first.authority, ['localhost', '::1'])).toBe('kept')
  expect(statSync(join(folder, 'ca-key.pem')).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'server-key.pem')).mode & 0o777).toBe(0o600)
})

test('a new name brings a new server certificate', async () => {
  const folder = newFolder()
  const { authority } = await ensureAuthority(folder)
  await ensureServerCertificate(folder, authority, ['localhost'])
  expect(await ensureServerCertificate(folder, authority, ['localhost', '192.0.2.1'])).toBe('issued')
})

test('adding a probe twice issues one certificate and enters it twice', async () => {
  const { authority } = await ensureAuthority(newFolder())
  const out = newFolder()
  const entered: string[] = []
  const probes = {
    async add({ id, fingerprint }: { id?: number; fingerprint: Uint8Array }) {
      entered.push(Buffer.from(fingerprint).toString('hex'))
      return { id: id ?? 0 }
    },
  }
  const [probe] = fleetOf(1)
  if (!probe) throw new Error('no probe')
  expect(await addProbe(probe, out, authority, probes)).toBe('issued')
  expect(await addProbe(probe, out, authority, probes)).toBe('kept')
  const kept = fingerprintOf(readPair(out, '1')?.certPem ?? '').toString('hex')
  expect(entered).toEqual([kept, kept])
})

test('a certificate of another authority is replaced, and a refusal leaves no file', async () => {
  const out = newFolder()
  const old = await ensureAuthority(newFolder())
  const now = await ensureAuthority(newFolder())
  const accept = { add: async () => ({ id: 1 }) }
  const refuse = { add: async () => 'fqdn-taken' as const }
  const probe = { id: 1, fqdn: 'probe-01.example.test' }
  await addProbe(probe, out, old.authority, accept)
  expect(await addProbe(probe, out, now.authority, accept)).toBe('issued')
  await expect(addProbe({ id: 2, fqdn: probe.fqdn }, out, now.authority, refuse)).rejects.toThrow('fqdn-taken')
  expect(readPair(out, '2')).toBeUndefined()
})

test('a fleet is named by number', () => {
  expect(fleetOf(12).at(-1)).toEqual({ id: 12, fqdn: 'probe-12.example.test' })
})
