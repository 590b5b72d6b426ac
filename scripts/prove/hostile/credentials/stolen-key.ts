import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprintOf, type KeyPair } from '@watchpost/pki'
import { waitUntil } from '@watchpost/servers'
import type { Store } from '@watchpost/store'
import { sql } from 'kysely'
import { createDisk } from '../../../../apps/probe/src/disk/disk.ts'
import { enrol } from '../../../../apps/probe/src/enrol/enrol.ts'
import { readEnrolmentCode } from '../../../../apps/probe/src/enrol/enrolment-code.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import type { Gateway } from '../../probes/gateway-call.ts'
import type { ProbeClient } from '../../probes/probe-client.ts'
import type { Report } from '../../harness/report.ts'
import { createAgentHost } from './agent-host.ts'
import { makeSensors, type Sensor } from './make-sensors.ts'
import { createThief, type Thief } from './thief.ts'

export interface StolenKeyOptions {
  store: Store
  authority: KeyPair
  api: ApiClient
  probes: ProbeClient
  gateway: Gateway
  report: Report
  dir: string
  url: string
  minutes: number
}

const HOUR_S = 3_600
const REPORTED_WITHIN_MS = 240_000
const RENEWED_WITHIN_MS = 240_000
const REVOKED_WITHIN_S = 5
const AGED_MINUTES = 11

/**
 * A copied key that is used alongside the real one: from another IP address, after the sensor renewed, and before it
 * did.
 */
export async function proveStolenKey(options: StolenKeyOptions): Promise<void> {
  const { store, authority, dir, url, minutes } = options
  mkdirSync(dir, { recursive: true })
  const make = (name: string, ageMinutes: number) =>
    makeSensors(store, authority, { dir, name, count: 1, url, minutes: ageMinutes > 0 ? minutes : 60, ageMinutes })
  const [elsewhere] = await make('elsewhere', 0)
  const [renewing] = await make('renewing', minutes / 2)
  const [overtaken] = await make('overtaken', 0)
  if (!elsewhere || !renewing || !overtaken) throw new Error('sensors are missing')
  const hosts = [elsewhere, renewing, overtaken].map((sensor) =>
    createAgentHost([sensor], join(dir, `${sensor.fqdn}.log`)),
  )
  try {
    await Promise.all(hosts.map((host) => host.start()))
    await proveElsewhere(options, elsewhere)
    await proveRenewed(options, renewing)
    await proveOvertaken(options, overtaken)
    await hosts[2]?.stop()
    await provePairedAgain(options, overtaken, () => hosts[2]?.start())
  } finally {
    await Promise.all(hosts.map((host) => host.stop()))
  }
}

async function proveElsewhere(options: StolenKeyOptions, sensor: Sensor): Promise<void> {
  await untilUsed(options, sensor)
  const thief = createThief(options.gateway, sensor.pair, '127.0.1.1')
  const { status } = await thief.send()
  const seconds = await untilAlarm(options, sensor, 'two-networks')
  options.report.figure('stolen_key_elsewhere_seconds', seconds)
  options.report.check(
    'a stolen key that is used from another network is reported within an hour',
    status === 200 && seconds < HOUR_S,
    `after ${seconds.toFixed(1)} s`,
  )
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from audit where action = 'probe.clone-alarm' and object = ${`probe/${sensor.id}`}
  `.execute(options.store.db)
  options.report.check('the alarm is in the audit, once', rows[0]?.count === 1, `${rows[0]?.count} rows`)
  await proveRevoked(options, sensor, thief)
}

async function proveRevoked({ probes, gateway, report }: StolenKeyOptions, { id, pair, fqdn }: Sensor, thief: Thief) {
  await probes.revoke(id)
  const startedAt = performance.now()
  await waitUntil(async () => (await thief.send()).status !== 200, { withinMs: 30_000 })
  const seconds = (performance.now() - startedAt) / 1_000
  thief.leave()
  const owner = createThief(gateway, pair)
  const { status } = await owner.send()
  owner.leave()
  report.check(
    `one action revokes every copy of the key of ${fqdn}`,
    seconds <= REVOKED_WITHIN_S && status === 403,
    `${seconds.toFixed(1)} s, then ${status}`,
  )
}

/** The sensor renews by itself; the thief continues with the copy. */
async function proveRenewed(options: StolenKeyOptions, sensor: Sensor): Promise<void> {
  const { probes, report, gateway } = options
  const print = fingerprintOf(sensor.pair.certPem).toString('hex')
  const isSuperseded = async () => {
    const { certificates } = await probes.find(sensor.id)
    return certificates.some(({ fingerprint_sha256: each, state }) => each === print && state === 'superseded')
  }
  await waitUntil(isSuperseded, { withinMs: RENEWED_WITHIN_MS, everyMs: 500 })
  await age(options, sensor)
  const thief = createThief(gateway, sensor.pair)
  const { status, code } = await thief.send()
  const seconds = await untilAlarm(options, sensor, 'old-certificate')
  thief.leave()
  report.figure('stolen_key_after_renewal_seconds', seconds)
  report.check(
    'a stolen key is refused after the sensor has renewed, and reported',
    status === 403 && code === 'certificate-superseded' && seconds < HOUR_S,
    `${status} ${code}, reported after ${seconds.toFixed(1)} s`,
  )
}

/** The thief renews first: the sensor is locked out, and its own attempts raise the alarm. */
async function proveOvertaken(options: StolenKeyOptions, sensor: Sensor): Promise<void> {
  await untilUsed(options, sensor)
  const copy = createThief(options.gateway, sensor.pair)
  const own = await copy.renew()
  const thief = createThief(options.gateway, own)
  const { status } = await thief.send()
  copy.leave()
  await age(options, sensor)
  const seconds = await untilAlarm(options, sensor, 'old-certificate')
  options.report.figure('stolen_key_renewed_seconds', seconds)
  options.report.check(
    'a thief who renews before the sensor does is reported by the sensor itself',
    status === 200 && seconds < HOUR_S,
    `after ${seconds.toFixed(1)} s`,
  )
  await proveRevoked(options, { ...sensor, pair: own }, thief)
}

async function provePairedAgain(
  options: StolenKeyOptions,
  sensor: Sensor,
  start: () => Promise<void> | undefined,
): Promise<void> {
  const { probes, report, url } = options
  const code = readEnrolmentCode((await probes.pair(sensor.id)).code)
  if (code === 'unreadable') throw new Error('the code cannot be read')
  const request = { appliance: url, code, state: sensor.state, eveFile: sensor.eve }
  const enrolled = await enrol(request, createDisk())
  await start()
  const isWell = async () => {
    const { certificates, clone_alarms: alarms } = await probes.find(sensor.id)
    return alarms.length === 0 && certificates[0]?.state === 'in-use'
  }
  const isIn = await waitUntil(isWell, { withinMs: REPORTED_WITHIN_MS, everyMs: 500 })
  report.check(
    'pairing again lets the sensor in and ends the alarm',
    enrolled.kind === 'enrolled' && isIn,
    enrolled.kind,
  )
}

async function untilUsed({ probes }: StolenKeyOptions, { id, fqdn }: Sensor): Promise<void> {
  const isUsed = async () => {
    const { certificates } = await probes.find(id)
    return certificates.some(({ first_used_at: at }) => at !== null)
  }
  if (!(await waitUntil(isUsed, { withinMs: REPORTED_WITHIN_MS, everyMs: 500 })))
    throw new Error(`${fqdn} sends nothing`)
}

/** Seconds until the API reports an alarm. */
async function untilAlarm({ probes }: StolenKeyOptions, { id }: Sensor, reason: string): Promise<number> {
  const startedAt = performance.now()
  const isRaised = async () => {
    const { clone_alarms: alarms } = await probes.find(id)
    return alarms.some((alarm) => alarm.reason === reason)
  }
  const isTold = await waitUntil(isRaised, { withinMs: REPORTED_WITHIN_MS, everyMs: 200 })
  return isTold ? (performance.now() - startedAt) / 1_000 : Infinity
}

/** Makes the newer certificate look as if it had been used for longer. */
async function age({ store }: StolenKeyOptions, { id }: Sensor): Promise<void> {
  await sql`
    update probe_certificate set superseded_at = superseded_at - make_interval(mins => ${AGED_MINUTES})
    where probe_id = ${id} and superseded_at is not null
  `.execute(store.db)
}
