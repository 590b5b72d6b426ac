import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority, fingerprintOf } from '@watchpost/pki'
import { expect, test } from 'vitest'
import { addProbe, fleetOf } from '../commands/probe-add.ts'
import { readPair, writePair } from './tls-folder.ts'

const newFolder = () => join(mkdtempSync(join(tmpdir(), 'tls-')), 'tls')

test('a key is readable by its owner only, its certificate by all', async () => {
  const folder = newFolder()
  const pair = await createAuthority({ commonName: 'test' })
  writePair(folder, 'x', pair)
  expect(readPair(folder, 'x')).toEqual(pair)
  expect(readPair(folder, 'y')).toBeUndefined()
  expect(statSync(join(folder, 'x-key.pem')).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'x.pem')).mode & 0o777).toBe(0o644)
})

test('adding a probe twice issues one certificate and stores it twice', async () => {
  const authority = await createAuthority({ commonName: 'test' })
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

test('replaces a certificate of another CA, and leaves no file after a refusal', async () => {
  const out = newFolder()
  const old = await createAuthority({ commonName: 'old' })
  const now = await createAuthority({ commonName: 'now' })
  const accept = { add: async () => ({ id: 1 }) }
  const refuse = { add: async () => 'fqdn-taken' as const }
  const probe = { id: 1, fqdn: 'probe-01.example.test' }
  await addProbe(probe, out, old, accept)
  expect(await addProbe(probe, out, now, accept)).toBe('issued')
  await expect(addProbe({ id: 2, fqdn: probe.fqdn }, out, now, refuse)).rejects.toThrow('fqdn-taken')
  expect(readPair(out, '2')).toBeUndefined()
})

test('names the probes of a fleet by number', () => {
  expect(fleetOf(12).at(-1)).toEqual({ id: 12, fqdn: 'probe-12.example.test' })
})
