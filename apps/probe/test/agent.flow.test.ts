import { appendFileSync, mkdtempSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestWatchpost } from '@watchpost/testkit/test-watchpost'
import { expect, test } from 'vitest'
import { composeProbe } from '../src/compose.ts'
import { createDisk } from '../src/disk/disk.ts'
import { enrol } from '../src/enrol/enrol.ts'
import { type EnrolmentCode, readEnrolmentCode } from '../src/enrol/enrolment-code.ts'

const within = { timeout: 60_000, interval: 250 }

interface Enrolment {
  code: string
  command: string
}

/** One run of the agent; returns a function that stops it gracefully. */
async function anAgent(state: string) {
  const stop = new AbortController()
  const agent = await composeProbe(
    { state, spoolLimit: 64 * 1024 ** 2, fileStoreLimit: 1024 ** 3, fileKeepHours: 24, logLevel: 'silent' },
    stop.signal,
  )
  const running = agent.run()
  return async () => {
    stop.abort()
    await running
  }
}

test('an agent enrols at a real gateway, and every line that it follows becomes one document', async () => {
  await using watchpost = await startTestWatchpost()
  const folder = mkdtempSync(join(tmpdir(), 'probe-flow-'))
  const state = join(folder, 'state')
  const eveFile = join(folder, 'eve.json')
  let written = 0
  const write = (count: number) => {
    for (let each = 0; each < count; each += 1) {
      const timestamp = new Date().toISOString().replace('Z', '000+0000')
      appendFileSync(eveFile, `${JSON.stringify({ timestamp, event_type: 'flow', flow_id: written })}\n`)
      written += 1
    }
  }
  async function enrolWith({ code, command }: Enrolment) {
    const [, appliance = ''] = /--appliance (\S+)/.exec(command) ?? []
    return enrol({ appliance, code: readEnrolmentCode(code) as EnrolmentCode, state, eveFile }, createDisk())
  }
  const count = () => watchpost.count('network_events')

  const created = (await watchpost.call('/api/probes', { fqdn: 'sensor.example.test' })).body
  const id = Number(created.id)
  const probe = async () => (await watchpost.get(`/api/probes/${id}`)).body
  expect(await enrolWith(created.enrolment as Enrolment)).toMatchObject({ kind: 'enrolled', probe: { id } })
  expect(await probe()).toMatchObject({ is_paired: true, certificate: { not_after: expect.any(String) } })

  write(300)
  const endFirst = await anAgent(state)
  await expect.poll(count, within).toBe(300)
  await expect.poll(async () => (await probe()).health, within).toMatchObject({ eve: { file: eveFile } })
  write(50)
  renameSync(eveFile, `${eveFile}.1`)
  write(50)
  await expect.poll(count, within).toBe(400)
  await endFirst()

  // Rotate and write while it is stopped. Then its certificate is revoked, and it has to be paired again.
  write(20)
  renameSync(eveFile, `${eveFile}.2`)
  write(20)
  await watchpost.store.db
    .updateTable('probe_certificate')
    .set({ revoked_at: new Date() })
    .where('probe_id', '=', id)
    .execute()
  const endRefused = await anAgent(state)
  const status = () => JSON.parse(readFileSync(join(state, 'status.json'), 'utf8'))
  await expect.poll(() => status().connection.state, within).toBe('refused')
  await endRefused()
  expect(await count()).toBe(400)
  const again = (await watchpost.call(`/api/probes/${id}/pairing`, {})).body
  expect(await enrolWith({ code: String(again.code), command: String(again.command) })).toMatchObject({
    kind: 'enrolled',
    probe: { id },
  })
  const endLast = await anAgent(state)
  await expect.poll(count, within).toBe(440)
  await expect
    .poll(async () => (await watchpost.get(`/api/probes/${id}/ledger`)).body, within)
    .toMatchObject({
      totals: { received: 440, indexed: 440, waiting: 0, missing: 0 },
      streams: [{ next_sequence: 440, gaps: [] }],
    })
  await endLast()
  expect(await count()).toBe(written)
})
