import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anAppliance } from '../../test/an-appliance.ts'
import { createDisk } from '../disk/disk.ts'
import { enrol } from './enrol.ts'
import { type EnrolmentCode, readEnrolmentCode } from './enrolment-code.ts'
import { createIdentityFiles } from './identity-files.ts'

const disk = createDisk()

function request(appliance: string, text: string) {
  const code = readEnrolmentCode(text) as EnrolmentCode
  const state = join(mkdtempSync(join(tmpdir(), 'probe-enrol-')), 'state')
  return { appliance, code, state, eveFile: '/var/log/suricata/eve.json' }
}

test('enrols with a code, and creates a key that only the owner can read', async () => {
  await using appliance = await anAppliance()
  const wanted = request(appliance.url, appliance.code)
  expect(await enrol(wanted, disk)).toMatchObject({ kind: 'enrolled', probe: { id: 7, fqdn: 'probe-07.example.test' } })
  const identity = join(wanted.state, 'identity')
  expect(await createIdentityFiles(identity, disk).read()).toMatchObject({ cert: expect.stringContaining('BEGIN') })
  expect(statSync(join(identity, 'key.pem')).mode & 0o777).toBe(0o600)
  expect(JSON.parse(readFileSync(join(wanted.state, 'probe.json'), 'utf8'))).toEqual({
    appliance: appliance.url,
    probe: { id: 7, fqdn: 'probe-07.example.test' },
    eve_file: '/var/log/suricata/eve.json',
  })
  const sent = appliance.seen.map(({ body }) => body.toString()).join()
  expect(sent).not.toContain('PRIVATE KEY')
})

test('a code works once', async () => {
  await using appliance = await anAppliance()
  await enrol(request(appliance.url, appliance.code), disk)
  expect(await enrol(request(appliance.url, appliance.code), disk)).toMatchObject({ kind: 'refused' })
})

test('does not send the token to a server that is not the appliance of the code', async () => {
  await using appliance = await anAppliance()
  await using impostor = await anAppliance()
  expect(await enrol(request(impostor.url, appliance.code), disk)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('not the appliance'),
  })
  expect(impostor.seen.map(({ path }) => path)).toEqual(['/v1/authority'])
})

test('distinguishes an unreachable appliance from a refusal', async () => {
  await using appliance = await anAppliance()
  const { code } = appliance
  expect(await enrol(request('https://127.0.0.1:1', code), disk)).toMatchObject({ kind: 'unreachable' })
})

test.each(['', 'abc', `${'a'.repeat(32)}.${'0'.repeat(63)}`, `${'A'.repeat(32)}.${'0'.repeat(64)}`])(
  'rejects an incomplete or invalid code: %s',
  (text) => {
    expect(readEnrolmentCode(text)).toBe('unreadable')
  },
)
