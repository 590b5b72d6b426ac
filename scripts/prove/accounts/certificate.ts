import { Agent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAuthority, fingerprintOf, issueServerCertificate } from '@watchpost/pki'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'
import { apiPorts, signIn } from './administrator.ts'
import { httpsCall } from './https-call.ts'

const SEEN_WITHIN_MS = 2_000
const PATH = '/api/system/certificate'
/** Stays well below the rate limit of one account, 6,000 requests a minute. */
const PAUSE_MS = 40

/** Replaces the API's certificate repeatedly under load: no request fails, and every instance serves the new one. */
export async function proveCertificate({ stack }: ProofStack, report: Report, rounds: number): Promise<void> {
  const { ca, call, token } = await signIn(stack)
  const ports = apiPorts(stack)
  const company = await createAuthority({ commonName: 'Company CA' })
  const trusted = [ca, company.certPem]

  const load = startLoad(ports, trusted, token)
  let worstMs = 0
  for (let round = 0; round < rounds; round += 1) {
    const pair = await issueServerCertificate(company, { names: ['localhost'], addresses: ['127.0.0.1'], days: 90 })
    const body = { certificate_chain: pair.certPem + company.certPem, private_key: pair.keyPem }
    const port = ports[round % ports.length]
    const put = await call('PUT', PATH, body, { port, ca: trusted })
    const changedAt = performance.now()
    if (put.status !== 200) throw new Error(`the certificate was not taken: ${put.status} ${put.text}`)
    await untilServed(ports, trusted, token, fingerprintOf(pair.certPem).toString('hex'))
    worstMs = Math.max(worstMs, performance.now() - changedAt)
  }
  await call('DELETE', PATH, undefined, { ca: trusted })
  const deletedAt = performance.now()
  const own = JSON.parse((await call('GET', PATH, undefined, { ca: trusted })).text) as { fingerprint_sha256: string }
  await untilServed(ports, [ca], token, own.fingerprint_sha256)
  worstMs = Math.max(worstMs, performance.now() - deletedAt)
  const { sent, kept, failures } = await load.stop()

  report.figure('certificate_served_by_all_worst_ms', worstMs)
  report.figure('certificate_requests_meanwhile', sent)
  report.check(
    'every copy serves a new certificate within 2 s',
    worstMs <= SEEN_WITHIN_MS,
    `${Math.round(worstMs)} ms at worst`,
  )
  report.check(
    `${rounds} replacements drop no connection and fail no request`,
    failures.length === 0 && kept === ports.length,
    failures[0] ?? `${sent} requests, half of them over ${kept} connections that were open throughout`,
  )
}

/** One connection per instance stays open; other requests each use a new connection. */
function startLoad(ports: readonly number[], ca: string[], token: string) {
  const failures: string[] = []
  const first = new Map<number, string>()
  const broken = new Set<number>()
  let sent = 0
  const over = new AbortController()

  async function work(port: number, agent?: Agent): Promise<void> {
    while (!over.signal.aborted) {
      try {
        const answer = await httpsCall({ port, ca, path: '/api/version', headers: { 'api-key': token }, agent })
        sent += 1
        if (answer.status !== 200) failures.push(`status ${answer.status}`)
        // Another certificate on a kept connection would mean that it was closed and opened again.
        if (agent && (first.get(port) ?? answer.fingerprint) !== answer.fingerprint) broken.add(port)
        if (agent && !first.has(port)) first.set(port, answer.fingerprint)
      } catch (error) {
        failures.push(String(error))
      }
      await sleep(PAUSE_MS)
    }
    agent?.destroy()
  }
  const workers = ports.flatMap((port) => [work(port), work(port, new Agent({ keepAlive: true, maxSockets: 1 }))])
  return {
    async stop() {
      over.abort()
      await Promise.all(workers)
      return { sent, failures, kept: ports.length - broken.size }
    },
  }
}

async function untilServed(ports: readonly number[], ca: string[], token: string, fingerprint: string): Promise<void> {
  for (const port of ports) {
    const served = () =>
      httpsCall({ port, ca, path: '/api/version', headers: { 'api-key': token } }).then(
        (answer) => answer.fingerprint,
        // The old certificate may come from a CA that is not trusted here.
        () => 'other',
      )
    while ((await served()) !== fingerprint) await sleep(10)
  }
}
