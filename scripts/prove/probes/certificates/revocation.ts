import { connect } from 'node:tls'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyPair } from '@watchpost/pki'
import type { Store } from '@watchpost/store'
import type { Report } from '../../harness/report.ts'
import { enterCertificate } from './enter-certificate.ts'
import { type Gateway, keptConnection, sendEvent } from '../gateway-call.ts'
import type { Mint } from './mint.ts'
import type { ProbeClient } from '../probe-client.ts'

const MOST_SECONDS = 5
const PATIENCE_MS = 30_000
const LINE = '{"event_type":"flow","timestamp":"2026-11-16T00:00:00.000000+0000","proof":"revocation"}'

/** Revoking a certificate closes its open connections, both active and idle. */
export async function proveRevocation(
  gateway: Gateway,
  store: Store,
  mint: Mint,
  probes: ProbeClient,
  report: Report,
  rounds: number,
): Promise<void> {
  const busy: number[] = []
  const idle: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { id } = await probes.create(`revoked-${round}.example.test`)
    const pair = mint.issue({ file: `revoked-${round}`, probe: id })
    await enterCertificate(store, id, pair)
    const quiet = await openQuiet(gateway, pair)
    const agent = keptConnection(gateway, pair)
    const before = await sendEvent(gateway, agent, LINE)
    if (before.status !== 200) throw new Error(`a good certificate was refused: ${before.status} ${before.code}`)
    await probes.revoke(id)
    const startedAt = performance.now()
    const [sending, silent] = await Promise.all([untilRefused(gateway, agent), quiet.closed])
    busy.push((sending - startedAt) / 1_000)
    idle.push((silent - startedAt) / 1_000)
    agent.destroy()
    const anew = keptConnection(gateway, pair)
    const after = await sendEvent(gateway, anew, LINE)
    anew.destroy()
    if (after.status !== 403) report.check('a revoked certificate opens no new connection', false, `${after.status}`)
  }
  report.figure('revocation_busy_seconds', Math.max(...busy))
  report.figure('revocation_idle_seconds', Math.max(...idle))
  report.check(
    `revocation ends a connection that sends within ${MOST_SECONDS} s`,
    Math.max(...busy) <= MOST_SECONDS,
    `${Math.max(...busy).toFixed(2)} s at worst, ${rounds} rounds`,
  )
  report.check(
    `revocation ends a connection that is silent within ${MOST_SECONDS} s`,
    Math.max(...idle) <= MOST_SECONDS,
    `${Math.max(...idle).toFixed(2)} s at worst`,
  )
}

async function untilRefused(gateway: Gateway, agent: ReturnType<typeof keptConnection>): Promise<number> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const { status } = await sendEvent(gateway, agent, LINE)
    if (status !== 200 || performance.now() > end) return performance.now()
    await sleep(50)
  }
}

/** A connection that was used once and is then idle; reports when the server closes it. */
async function openQuiet({ port, ca }: Gateway, { certPem, keyPem }: KeyPair) {
  const socket = connect({ host: '127.0.0.1', servername: 'localhost', port, ca, cert: certPem, key: keyPem })
  socket.on('error', () => undefined)
  const closed = new Promise<number>((resolve) => {
    const give = setTimeout(() => resolve(performance.now()), PATIENCE_MS)
    socket.once('close', () => {
      clearTimeout(give)
      resolve(performance.now())
    })
  })
  await new Promise<void>((resolve) => socket.once('secureConnect', resolve))
  socket.write('GET /v1/streams/00000000000000000000000000000000 HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await new Promise<void>((resolve) => socket.once('data', () => resolve()))
  socket.resume()
  return { closed }
}
