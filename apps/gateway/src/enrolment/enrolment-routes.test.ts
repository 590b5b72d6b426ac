import { X509Certificate } from 'node:crypto'
import { fingerprintOf, hashPairingToken, type KeyPair } from '@watchpost/pki'
import { createRateLimit } from '@watchpost/runtime'
import type { AuditOrigin } from '@watchpost/store'
import { expect, test } from 'vitest'
import { aKnownProbe } from '../../test/a-known-probe.ts'
import { aTlsGateway } from '../../test/a-tls-gateway.ts'
import { aKeyAndRequest } from '../../test/some-certificates.ts'
import { type EnrolmentRoutePorts, enrolmentRoutes } from './enrolment-routes.ts'
import { createEnrolmentService } from './enrolment-service.ts'

const code = 'k5xq2n7a4bwz6m3c7t2hjy5rdv4pgsfe'

/** A gateway with enrolment routes and one code in memory. */
async function anEnrollingGateway(issueInTurn: EnrolmentRoutePorts['issueInTurn'] = (task) => task()) {
  const origins: AuditOrigin[] = []
  const occasions: string[] = []
  let authority: KeyPair | undefined
  let isOpen = true
  const isCode = (hash: Uint8Array) => isOpen && hashPairingToken(code).equals(hash)
  const service = createEnrolmentService({
    enrolments: {
      findByCode: async ({ codeHash }) => (isCode(codeHash) ? { id: 3, fqdn: 'probe-03.example.test' } : 'refused'),
      async take({ codeHash }, { fingerprint }, origin) {
        if (!isCode(codeHash)) return 'refused'
        isOpen = false
        origins.push(origin)
        rows.set(Buffer.from(fingerprint).toString('hex'), aKnownProbe({ fingerprint }))
        return 'taken'
      },
      async renew(_present, _certificate, origin) {
        origins.push(origin)
        return 'renewed'
      },
    },
    readAuthority: async () => authority ?? Promise.reject(new Error('none')),
    certificateMinutes: 30,
    issued: (occasion) => occasions.push(occasion),
  })
  const gateway = await aTlsGateway([
    enrolmentRoutes({
      service,
      authorityPem: () => authority?.certPem,
      attempts: createRateLimit({ perMinute: 20 }),
      renewals: createRateLimit({ perMinute: 2 }),
      issueInTurn,
    }),
  ])
  authority = gateway.authority
  const { rows } = gateway
  return { ...gateway, origins, occasions }
}

test('a probe without a certificate reads the authority, enrols once and is identified from then on', async () => {
  await using gateway = await anEnrollingGateway()
  const nobody = gateway.agent()
  const read = await gateway.call(nobody, '/v1/authority')
  expect([read.status, read.headers['content-type'], read.body.text]).toEqual([
    200,
    'application/x-pem-file',
    gateway.authority.certPem,
  ])

  const { csr, keyPem } = await aKeyAndRequest()
  const enrol = () => gateway.call(nobody, '/v1/enrol', JSON.stringify({ code, csr }))
  const { status, body } = await enrol()
  expect(status).toBe(201)
  expect(body).toMatchObject({ probe: { id: 3, fqdn: 'probe-03.example.test' }, authority: gateway.authority.certPem })
  const certificate = new X509Certificate(String(body.certificate))
  expect(certificate.subject).toBe('CN=probe-03.example.test')
  expect(body.not_after).toBe(certificate.validToDate.toISOString())
  expect((certificate.validToDate.getTime() - certificate.validFromDate.getTime()) / 60_000).toBe(35)
  expect(gateway.origins).toMatchObject([{ username: 'probe/3', via: 'appliance', address: '127.0.0.1' }])
  expect(await enrol()).toMatchObject({ status: 403, body: { type: '/problems/enrolment-code-refused' } })

  const itself = gateway.agent({ certPem: String(body.certificate), keyPem })
  expect(await gateway.call(itself)).toMatchObject({ status: 200, body: { id: 3 } })
  expect(gateway.occasions).toEqual(['enrol'])
  nobody.destroy()
  itself.destroy()
})

test('refuses an invalid code and an invalid signing request, and does not use up the code', async () => {
  await using gateway = await anEnrollingGateway()
  const nobody = gateway.agent()
  const { csr } = await aKeyAndRequest()
  const bodies: [object | string, number, string][] = [
    [{ code: 'a'.repeat(32), csr }, 403, 'enrolment-code-refused'],
    [{ code: `${code}.00`, csr }, 403, 'enrolment-code-refused'],
    [{ code: '', csr: 'x' }, 403, 'enrolment-code-refused'],
    [{ code, csr: 'x' }, 400, 'csr-invalid'],
    [{ code, csr: csr.replace(/[A-Za-z]{4}/, 'AAAA') }, 400, 'csr-invalid'],
    [{ code }, 400, 'invalid-request'],
    [{ code: 1, csr }, 400, 'invalid-request'],
    ['[]', 400, 'invalid-request'],
    ['{', 400, 'invalid-request'],
    [{ code, csr: 'x'.repeat(17_000) }, 413, 'payload-too-large'],
  ]
  for (const [body, status, problem] of bodies) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await gateway.call(nobody, '/v1/enrol', text)
    expect([text.slice(0, 80), answer.status, answer.body.type]).toEqual([
      text.slice(0, 80),
      status,
      `/problems/${problem}`,
    ])
  }
  expect(await gateway.call(nobody, '/v1/enrol', JSON.stringify({ code, csr }))).toMatchObject({ status: 201 })
  nobody.destroy()
})

test('rate-limits enrolment to twenty attempts a minute per IP address', async () => {
  await using gateway = await anEnrollingGateway()
  const nobody = gateway.agent()
  const attempt = () => gateway.call(nobody, '/v1/enrol', JSON.stringify({ code: 'b'.repeat(32), csr: '' }))
  for (let turn = 0; turn < 20; turn += 1) expect(await attempt()).toMatchObject({ status: 403 })
  const { status, body, headers } = await attempt()
  expect([status, body.type]).toEqual([429, '/problems/too-many-requests'])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  nobody.destroy()
})

test('renews a certificate with a new key for its holder, and rate-limits renewals', async () => {
  await using gateway = await anEnrollingGateway()
  const first = await aKeyAndRequest()
  const nobody = gateway.agent()
  const enrolled = await gateway.call(nobody, '/v1/enrol', JSON.stringify({ code, csr: first.csr }))
  const itself = gateway.agent({ certPem: String(enrolled.body.certificate), keyPem: first.keyPem })
  const renew = (agent: typeof itself, csr: string) => gateway.call(agent, '/v1/renew', JSON.stringify({ csr }))

  const same = await aKeyAndRequest(first.keys)
  expect(await renew(itself, same.csr)).toMatchObject({ status: 400, body: { type: '/problems/csr-invalid' } })
  const next = await aKeyAndRequest()
  const renewed = await renew(itself, next.csr)
  expect(renewed).toMatchObject({ status: 201, body: { probe: { id: 3 } } })
  const [one, other] = [enrolled, renewed].map(({ body }) => fingerprintOf(String(body.certificate)).toString('hex'))
  expect(one).not.toBe(other)
  expect(await renew(itself, next.csr)).toMatchObject({ status: 429, body: { type: '/problems/too-many-requests' } })
  expect(await renew(nobody, next.csr)).toMatchObject({ status: 403, body: { type: '/problems/certificate-invalid' } })
  expect(gateway.occasions).toEqual(['enrol', 'renew'])
  nobody.destroy()
  itself.destroy()
})

test('issues nothing for an agent that has closed its connection before its turn', async () => {
  const turn = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const outcome = Promise.withResolvers<unknown>()
  await using gateway = await anEnrollingGateway(async (task) => {
    asked.resolve()
    await turn.promise
    const done = task()
    done.then(outcome.resolve, outcome.resolve)
    return done
  })
  const first = await aKeyAndRequest()
  const anonymous = gateway.agent()
  const enrolled = await gateway.call(anonymous, '/v1/enrol', JSON.stringify({ code, csr: first.csr }))
  const itself = gateway.agent({ certPem: String(enrolled.body.certificate), keyPem: first.keyPem })
  const next = await aKeyAndRequest()
  const renewal = gateway.call(itself, '/v1/renew', JSON.stringify({ csr: next.csr })).catch(() => 'lost')
  await asked.promise
  itself.destroy()
  expect(await renewal).toBe('lost')
  // The gateway hears of it in a later turn of its event loop.
  await new Promise((resolve) => setTimeout(resolve, 200))
  turn.resolve()
  expect(await outcome.promise).toMatchObject({ code: 'certificate-invalid' })
  expect(gateway.occasions).toEqual(['enrol'])
  anonymous.destroy()
})
