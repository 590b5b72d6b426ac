import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expiryOf, fingerprintOf, issueProbeCertificate, type KeyPair } from '@watchpost/pki'
import type { Store } from '@watchpost/store'
import { createDisk } from '../../../../apps/probe/src/disk/disk.ts'
import { createIdentityFiles } from '../../../../apps/probe/src/enrol/identity-files.ts'
import { type ProbeFile, stateFolder } from '../../../../apps/probe/src/enrol/state-folder.ts'

/** A probe and the state folder of its agent. */
export interface Sensor {
  id: number
  fqdn: string
  state: string
  /** The folder of its key and certificate. */
  identity: string
  eve: string
  digests: string
  /** The key pair it was enrolled with. */
  pair: KeyPair
}

export interface SensorWish {
  dir: string
  name: string
  count: number
  url: string
  minutes: number
  /** The age of the certificate; it is renewed after two thirds of its lifetime. */
  ageMinutes: number
}

/** Creates probes and agents as if they had enrolled: 200 enrolments from one IP address would take ten minutes. */
export async function makeSensors(store: Store, authority: KeyPair, wish: SensorWish): Promise<Sensor[]> {
  const sensors: Sensor[] = []
  for (let turn = 0; turn < wish.count; turn += 1) sensors.push(await makeSensor(store, authority, wish, turn))
  return sensors
}

async function makeSensor(store: Store, authority: KeyPair, wish: SensorWish, turn: number): Promise<Sensor> {
  const { dir, name, url, minutes, ageMinutes } = wish
  const fqdn = `${name}-${turn}.example.test`
  const folder = join(dir, `${name}-${turn}`)
  const { id } = await store.db.insertInto('probe').values({ fqdn }).returning('id').executeTakeFirstOrThrow()
  const now = new Date(Date.now() - ageMinutes * 60_000)
  const pair = await issueProbeCertificate(authority, { probeId: id, fqdn, days: minutes / 1_440, now })
  const row = { fingerprint: fingerprintOf(pair.certPem), probe_id: id, not_after: expiryOf(pair.certPem) }
  await store.db.insertInto('probe_certificate').values(row).execute()

  const state = join(folder, 'state')
  const paths = stateFolder(state)
  const eve = join(folder, 'eve.json')
  mkdirSync(state, { recursive: true, mode: 0o750 })
  writeFileSync(eve, '')
  await createIdentityFiles(paths.identity, createDisk()).write({
    ca: authority.certPem,
    cert: pair.certPem,
    key: pair.keyPem,
  })
  const file: ProbeFile = { appliance: url, probe: { id, fqdn }, eve_file: eve }
  writeFileSync(paths.probe, JSON.stringify(file))
  return { id, fqdn, state, identity: paths.identity, eve, digests: join(folder, 'digests'), pair }
}
