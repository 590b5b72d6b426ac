import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KeyPair } from '@watchpost/pki'
import type { Store } from '@watchpost/store'
import { connectToStore } from '../../harness/stack/connect-to-store.ts'
import type { ProofStack } from '../../harness/stack/proof-stack.ts'
import type { Report } from '../../harness/report.ts'
import { proveCodes } from './codes.ts'
import { enterCertificate } from './enter-certificate.ts'
import { type Gateway, keptConnection, sendEvent } from '../gateway-call.ts'
import { proveIdentity } from './identity.ts'
import { createMint, type Mint } from './mint.ts'
import type { ProbeClient } from '../probe-client.ts'
import { startRenewal } from './renewal.ts'
import { proveRevocation } from './revocation.ts'
import { readStackAuthority } from './stack-authority.ts'

export interface CertificatesOptions {
  dir: string
  gateway: string
  renewals: number
  rounds: number
  seed: number
}

const LINE = '{"event_type":"flow","timestamp":"2026-11-16T00:00:00.000000+0000","proof":"certificates"}'

/** Authentication of probes: every bad certificate is refused, and renewal loses no events. */
export async function proveCertificates(
  { stack, api }: ProofStack,
  probes: ProbeClient,
  report: Report,
  { dir, gateway: url, renewals, rounds, seed }: CertificatesOptions,
): Promise<void> {
  const folder = join(dir, 'certificates')
  mkdirSync(folder, { recursive: true })
  // Runs during everything else, because certificates take a while to expire.
  const renewal = await startRenewal(probes, { dir: join(folder, 'renewal'), gateway: url, seed })
  const store = connectToStore(stack)
  try {
    const authority = await readStackAuthority(stack, store)
    const mint = createMint(join(folder, 'mint'), authority)
    const gateway: Gateway = { port: Number(new URL(url).port), ca: readFileSync(stack.folder.ca, 'utf8') }
    await proveRefused(gateway, store, mint, probes, report)
    await proveIdentity(gateway, api, store, mint, probes, report)
    await proveCodes(gateway, store, mint, probes, report, { dir: folder, url })
    await proveRevocation(gateway, store, mint, probes, report, rounds)
    await renewal.finish(api, report, renewals)
  } finally {
    await store.close()
    await renewal.stop()
  }
}

/** Each certificate is registered in the store, so that it is refused only for its own fault. */
async function proveRefused(
  gateway: Gateway,
  store: Store,
  mint: Mint,
  probes: ProbeClient,
  report: Report,
): Promise<void> {
  const { id: probe } = await probes.create('refused.example.test')
  const good = mint.issue({ file: 'good', probe })
  const cases: Array<[name: string, pair: KeyPair, chain?: string]> = [
    ['one that has expired', mint.issue({ file: 'expired', probe, days: -1 })],
    ['one of another authority of the same name', mint.issue({ file: 'foreign', probe, issuer: mint.stranger() })],
    ['one for servers', mint.issue({ file: 'server', probe, usage: 'serverAuth' })],
    ['one that may sign others', mint.issue({ file: 'signer', probe, isAuthority: true })],
    ['one signed by a probe', mint.issue({ file: 'forged', probe, issuer: good }), good.certPem],
  ]
  for (const [name, pair, chain] of cases) {
    await enterCertificate(store, probe, pair, new Date(Date.now() + 86_400_000))
    const agent = keptConnection(gateway, pair, chain)
    const { status, code } = await sendEvent(gateway, agent, LINE)
    agent.destroy()
    report.check(`a certificate is refused: ${name}`, status === 403 || status === 0, `${status} ${code}`)
  }

  const unknown = keptConnection(gateway, mint.issue({ file: 'unknown', probe }))
  const answer = await sendEvent(gateway, unknown, LINE)
  unknown.destroy()
  report.check(
    'a certificate is refused: one that no one issued',
    answer.status === 403,
    `${answer.status} ${answer.code}`,
  )
  const none = keptConnection(gateway, { certPem: '', keyPem: '' })
  const without = await sendEvent(gateway, none, LINE)
  none.destroy()
  report.check('no one sends without a certificate', without.status === 403, `${without.status} ${without.code}`)

  await enterCertificate(store, probe, good)
  const agent = keptConnection(gateway, good)
  const taken = await sendEvent(gateway, agent, LINE)
  agent.destroy()
  report.check('the same without a fault is taken', taken.status === 200, `${taken.status} ${taken.code}`)
}
