import { isIP } from 'node:net'
import { enrolCommand, newPairingCode, PAIRING_MINUTES } from '@watchpost/pki'
import { GatewayAddressConfig, gatewayUrl, loadConfig } from '@watchpost/runtime'
import {
  connectStore,
  createCloneAlarmStore,
  createManagedProbeStore,
  createProbeEnrolmentStore,
  listCertificates,
  type Store,
  StoreConfig,
} from '@watchpost/store'
import { Type } from 'typebox'
import { ApplianceConfig } from '../appliance-config.ts'
import { consoleOrigin } from '../console-origin.ts'
import { Refused } from '../refused.ts'
import { lineOf, linesOf } from './probe-lines.ts'

type Say = (line: string) => void

/** Settings for managing probes. */
const ProbesConfig = Type.Object({
  store: StoreConfig,
  gateway: GatewayAddressConfig,
  appliance: ApplianceConfig,
})

/** Runs one probe command with its own database connection. */
async function withStore<T>(work: (store: Store, gateway: string) => Promise<T>): Promise<T> {
  const config = loadConfig(ProbesConfig)
  const store = connectStore(config.store, 'probes')
  try {
    return await work(store, gatewayUrl(config.gateway, publicNameOf(config.appliance.tlsNames)))
  } finally {
    await store.close()
  }
}

/** The first name in the certificate that is reachable from other machines; otherwise the first one. */
export function publicNameOf(names: readonly string[]): string {
  const isOwn = (name: string) =>
    name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
  return names.find((name) => !isOwn(name)) ?? names[0] ?? 'localhost'
}

export function listProbes(say: Say): Promise<void> {
  return withStore(async (store) => {
    const probes = await createManagedProbeStore(store).list()
    if (probes.length === 0) say('there are no probes: watchpost probe create <fqdn>')
    for (const probe of probes) say(lineOf(probe))
  })
}

/** One probe with its certificates and alarms. */
export function showProbe(id: number, say: Say): Promise<void> {
  return withStore(async (store) => {
    const probe = present(id, await createManagedProbeStore(store).find(id))
    for (const line of linesOf(probe)) say(line)
  })
}

/** Clears the clone alarms of a probe. */
export function clearCloneAlarms(id: number, expectsNetworks: boolean, say: Say): Promise<void> {
  return withStore(async (store) => {
    present(id, await createCloneAlarmStore(store).clear(id, { expectsNetworks }, consoleOrigin()))
    say(`the clone alarms of probe ${id} are cleared`)
  })
}

export interface ProbeToCreate {
  fqdn: string
  id?: number | undefined
  sourceNetwork?: string | undefined
}

/** Adds a probe and shows the command that pairs it. */
export function createProbe({ fqdn, id, sourceNetwork }: ProbeToCreate, say: Say): Promise<void> {
  return withStore(async (store, gateway) => {
    if (!isName(fqdn)) throw new Refused(`${fqdn} is not a DNS name`)
    const { code, stored } = await newCode(store, sourceNetwork)
    const probes = createManagedProbeStore(store)
    const made = await probes.create({ id, fqdn, eventsPerSecond: null }, stored, consoleOrigin())
    if (made === 'id-taken') throw new Refused(`probe ${id} exists or existed: numbers are never given again`)
    if (made === 'fqdn-taken') throw new Refused(`another probe is called ${fqdn}: watchpost probe pair <number>`)
    say(`probe ${made.id} (${made.fqdn}) was added`)
    sayHow(code, gateway, say)
  })
}

/** Gives a probe a new code. */
export function pairProbe(id: number, sourceNetwork: string | undefined, say: Say): Promise<void> {
  return withStore(async (store, gateway) => {
    const { code, stored } = await newCode(store, sourceNetwork)
    present(id, await createProbeEnrolmentStore(store).pair(id, stored, consoleOrigin()))
    sayHow(code, gateway, say)
  })
}

export function revokeProbe(id: number, say: Say): Promise<void> {
  return withStore(async (store) => {
    present(id, await createProbeEnrolmentStore(store).revoke(id, consoleOrigin()))
    say(`probe ${id} is revoked; its connections end within 5 seconds. To let it in again: watchpost probe pair ${id}`)
  })
}

export function pauseProbe(id: number, isPaused: boolean, say: Say): Promise<void> {
  return withStore(async (store) => {
    present(id, await createManagedProbeStore(store).change(id, { isPaused }, consoleOrigin()))
    say(isPaused ? `probe ${id} is paused; it keeps its events` : `probe ${id} may send`)
  })
}

export function deleteProbe(id: number, say: Say): Promise<void> {
  return withStore(async (store) => {
    present(id, await createManagedProbeStore(store).remove(id, consoleOrigin()))
    say(`probe ${id} was removed; events that it sent stay`)
  })
}

async function newCode(store: Store, sourceNetwork: string | undefined) {
  if (sourceNetwork !== undefined && !isNetwork(sourceNetwork)) {
    throw new Refused(`${sourceNetwork} is not an IP address or CIDR network`)
  }
  const authority = (await listCertificates(store)).find(({ purpose }) => purpose === 'authority')
  if (!authority) throw new Refused('the store holds no authority: run `watchpost init` first')
  const { code, codeHash } = newPairingCode(authority.chainPem)
  return { code, stored: { codeHash, minutes: PAIRING_MINUTES, sourceNetwork: sourceNetwork ?? null } }
}

function sayHow(code: string, gateway: string, say: Say): void {
  say(`on the probe, once and within ${PAIRING_MINUTES} minutes:`)
  say(`  ${enrolCommand(gateway, code)}`)
}

function present<T>(id: number, outcome: T | 'absent'): T {
  if (outcome === 'absent') throw new Refused(`there is no probe ${id}`)
  return outcome
}

const label = '[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?'

function isName(fqdn: string): boolean {
  return fqdn.length <= 253 && new RegExp(`^${label}(\\.${label})*$`).test(fqdn)
}

export function isNetwork(text: string): boolean {
  const [address = '', prefix = '0', ...rest] = text.split('/')
  return (
    rest.length === 0 &&
    /^\d{1,3}$/.test(prefix) &&
    Number(prefix) <= (isIP(address) === 4 ? 32 : 128) &&
    isIP(address) > 0
  )
}
