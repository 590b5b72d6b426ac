import { appendFileSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ApplianceOptions, anAppliance } from '../test/an-appliance.ts'
import { composeProbe } from './compose.ts'
import { createDisk } from './disk/disk.ts'
import { enrol } from './enrol/enrol.ts'
import { type EnrolmentCode, readEnrolmentCode } from './enrol/enrolment-code.ts'
import { describeStatus } from './health/status.ts'

const within = { timeout: 20_000 }

/** An enrolled agent with an EVE file, and the appliance that it sends to. */
async function anAgent(options: ApplianceOptions = {}) {
  const appliance = await anAppliance(options)
  const folder = mkdtempSync(join(tmpdir(), 'probe-agent-'))
  const state = join(folder, 'state')
  const eve = join(folder, 'eve.json')
  mkdirSync(state)
  appendFileSync(eve, '{"n":0}\n')
  const code = readEnrolmentCode(appliance.code) as EnrolmentCode
  await enrol({ appliance: appliance.url, code, state, eveFile: eve }, createDisk())
  const stop = new AbortController()
  const agent = await composeProbe(
    { state, spoolLimit: 1024 ** 2, fileStoreLimit: 1024 ** 3, fileKeepHours: 24, logLevel: 'silent' },
    stop.signal,
  )
  const running = agent.run()
  const status = () =>
    describeStatus(
      JSON.parse(readFileSync(join(state, 'probe.json'), 'utf8')),
      JSON.parse(readFileSync(join(state, 'status.json'), 'utf8')),
      Date.now(),
    )
  async function end(): Promise<void> {
    stop.abort()
    await running
  }
  return { appliance, eve, status, end }
}

test('an enrolled agent sends its file and reports its health', { timeout: 30_000 }, async () => {
  const { appliance, eve, status, end } = await anAgent()
  await expect.poll(() => appliance.gateway.lines(), within).toEqual(['{"n":0}'])
  await expect.poll(() => appliance.health.length, within).toBeGreaterThan(0)
  expect(appliance.health[0]).toMatchObject({
    agent_version: expect.any(String),
    capture: null,
    eve: { file: eve, held_files: 0, held_bytes: 0 },
    spool: { limit_bytes: 1024 ** 2, is_full: false },
    possible_losses: [],
  })
  expect(status()).toMatchObject({ exitCode: 0, lines: expect.arrayContaining([expect.stringMatching(/^Running/)]) })
  await end()
  await appliance[Symbol.asyncDispose]()
})

test('renews a certificate that is valid for seconds while lines keep arriving', { timeout: 30_000 }, async () => {
  const { appliance, eve, end } = await anAgent({ minutes: 0.05 })
  const clients = () => new Set(appliance.seen.map(({ client }) => client).filter(Boolean))
  let written = 1
  await expect
    .poll(() => {
      appendFileSync(eve, `{"n":${written}}\n`)
      written += 1
      return clients().size
    }, within)
    .toBeGreaterThan(2)
  await expect.poll(() => appliance.gateway.known.size, within).toBe(written)
  expect(appliance.seen.filter(({ path, client }) => path === '/v1/events' && !client)).toEqual([])
  expect(appliance.gateway.streams.size).toBe(1)
  await end()
  await appliance[Symbol.asyncDispose]()
})

test('a revoked probe keeps everything, and its status says what to do', { timeout: 30_000 }, async () => {
  const refused = { status: 403, body: { type: '/problems/certificate-unknown', title: 'Unknown', status: 403 } }
  const { appliance, status, end } = await anAgent({
    instead: ({ path }) => (path === '/v1/authority' || path === '/v1/enrol' ? undefined : refused),
  })
  await expect.poll(() => appliance.seen.some(({ path }) => path.startsWith('/v1/streams/')), within).toBe(true)
  // The request alone does not mean that the agent has its answer. The status with the next report does.
  await expect.poll(() => status().exitCode, within).toBe(1)
  await end()
  expect(appliance.gateway.lines()).toEqual([])
  expect(status()).toMatchObject({ exitCode: 1, lines: expect.arrayContaining([expect.stringContaining('REFUSED')]) })
  await appliance[Symbol.asyncDispose]()
})
