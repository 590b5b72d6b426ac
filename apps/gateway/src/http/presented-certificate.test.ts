import { Agent, request } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { createAuthority, fingerprintOf, issueProbeCertificate, issueServerCertificate, recordOf } from '@watchpost/pki'
import { createLogger, createMetrics } from '@watchpost/runtime'
import type { CertificatePurpose, NewCertificate } from '@watchpost/store'
import { expect, test } from 'vitest'
import { aConnectionGuard } from '../../test/a-connection-guard.ts'
import { aKnownProbe } from '../../test/a-known-probe.ts'
import { createPresentedCertificate } from './presented-certificate.ts'
import { createServer } from './server.ts'

const logger = createLogger('gateway', 'silent')

/** A gateway with fakes and in-memory certificates. */
async function aGateway() {
  const authority = await createAuthority({ commonName: 'test' })
  const issue = () => issueServerCertificate(authority, { names: ['localhost'], addresses: ['127.0.0.1'], days: 90 })
  const present = new Map<CertificatePurpose, NewCertificate>([
    ['authority', recordOf(authority)],
    ['appliance', recordOf(await issue())],
    // An administrator's certificate for the API. The gateway must ignore it.
    ['administrator', recordOf(await issue())],
  ])
  const find = async (purpose: CertificatePurpose) => {
    const found = present.get(purpose)
    return found ? { purpose, ...found } : ('absent' as const)
  }
  const server = createServer(
    { host: '127.0.0.1', port: 0 },
    {
      identify: async () => aKnownProbe(),
      enter: async () => {},
      refused: () => {},
      connections: aConnectionGuard(),
      routes: [],
    },
    logger,
  )
  const metrics = createMetrics('gateway')
  const certificate = createPresentedCertificate(
    {
      checkKeys: async () => {},
      certificates: {
        find,
        read: find,
        list: async () => [...present].map(([purpose, each]) => ({ purpose, ...each })),
      },
      present: server.present,
    },
    { logger, metrics },
  )
  await certificate.start?.()
  await server.start()
  const address = server.address()
  return {
    authority,
    present,
    issue,
    metrics,
    port: address && typeof address === 'object' ? address.port : 0,
    async [Symbol.asyncDispose]() {
      await certificate.stop?.()
      await server.stop()
      await metrics.stop()
    },
  }
}

const prints = new WeakMap<TLSSocket, string>()

/** Fingerprint of the certificate that the gateway presents to a probe with this agent. */
function shownTo(agent: Agent, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ agent, host: '127.0.0.1', port, path: '/v1/nothing', method: 'GET' }, (answer) => {
      const socket = answer.socket as TLSSocket
      const { fingerprint256 = '' } = socket.getPeerX509Certificate() ?? {}
      // A connection reports its peer certificate only once, so keep it for later requests on the same socket.
      const shown = prints.get(socket) ?? fingerprint256.replaceAll(':', '').toLowerCase()
      prints.set(socket, shown)
      answer.resume()
      answer.on('end', () => resolve(shown))
    })
      .on('error', reject)
      .end()
  })
}

test('presents a renewed certificate to new connections and keeps the open ones', async () => {
  await using gateway = await aGateway()
  const { authority, port, present, issue, metrics } = gateway
  const probe = await issueProbeCertificate(authority, { probeId: 1, fqdn: 'p.test', days: 1 })
  const trust = { ca: authority.certPem, cert: probe.certPem, key: probe.keyPem }
  const kept = new Agent({ keepAlive: true, maxSockets: 1, ...trust })
  const fresh = () => new Agent({ keepAlive: false, ...trust })
  const print = () => present.get('appliance')?.fingerprint.toString('hex')
  const first = print()
  expect(await shownTo(kept, port)).toBe(first)

  const renewed = await issue()
  present.set('appliance', recordOf(renewed))
  await expect
    .poll(() => shownTo(fresh(), port), { timeout: 3_000 })
    .toBe(fingerprintOf(renewed.certPem).toString('hex'))
  expect(await shownTo(kept, port)).toBe(first)
  expect(await metrics.text()).toMatch(/^watchpost_served_certificate_expires_seconds(\{[^}]*\})? 77\d+/m)
  kept.destroy()
})
