import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { connectToStore } from '../../harness/stack/connect-to-store.ts'
import { createProbeClient } from '../../probes/probe-client.ts'
import { readStackAuthority } from '../../probes/certificates/stack-authority.ts'
import type { ProofStack } from '../../harness/stack/proof-stack.ts'
import type { Report } from '../../harness/report.ts'
import { proveRenewalUnderKills } from './renewal-under-kills.ts'
import { withCertificateMinutes } from './short-life.ts'
import { proveStolenKey } from './stolen-key.ts'

export interface CredentialsStage {
  proof: ProofStack
  report: Report
  isSmall: boolean
  seed: number
}

/** Agents restart in seconds; a longer certificate lifetime tolerates a busy machine. */
const SMALL = { minutes: 2, sensors: 10, hosts: 2, perSecond: 200, renewals: 20, kills: 6, gapMs: 8_000 }
const FULL = { minutes: 8, sensors: 200, hosts: 10, perSecond: 2_000, renewals: 600, kills: 100, gapMs: 20_000 }

/**
 * Probe keys: use of a copied key is reported, and it can be revoked with one action. Honest agents that are killed at
 * any point of a renewal are neither locked out nor reported, and lose nothing.
 */
export async function proveCredentials({ proof, report, isSmall, seed }: CredentialsStage): Promise<void> {
  const { stack, api } = proof
  const dir = join(stack.folder.root, 'proof-credentials')
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const size = isSmall ? SMALL : FULL
  const url = `https://127.0.0.1:${stack.state.config.gatewayPort}`
  const gateway = { port: stack.state.config.gatewayPort, ca: readFileSync(stack.folder.ca, 'utf8') }
  const store = connectToStore(stack)
  try {
    await withCertificateMinutes(stack, size.minutes, async () => {
      const authority = await readStackAuthority(stack, store)
      const common = { store, authority, probes: createProbeClient(api), url, minutes: size.minutes }
      await proveStolenKey({ ...common, api, gateway, report, dir: join(dir, 'stolen') })
      await proveRenewalUnderKills({ ...common, ...size, api, report, dir: join(dir, 'renewal'), seed })
    })
  } finally {
    await store.close()
  }
}
