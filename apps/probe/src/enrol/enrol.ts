import { createHash, X509Certificate } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { errorText } from '@watchpost/runtime'
import type { Disk } from '../disk/disk.ts'
import { issued } from '../send/gateway.ts'
import { createHttpsClient, type HttpsAnswer, type Identity } from '../send/https-client.ts'
import { parse, troubleOf } from '../send/trouble.ts'
import { createCertificateRequest } from './certificate-request.ts'
import type { EnrolmentCode } from './enrolment-code.ts'
import { createIdentityFiles } from './identity-files.ts'
import { type ProbeFile, stateFolder } from './state-folder.ts'

export interface EnrolRequest {
  appliance: string
  code: EnrolmentCode
  state: string
  eveFile: string
}

export type Enrolled =
  | { kind: 'enrolled'; probe: ProbeFile['probe']; notAfter: Date }
  /** The appliance refused, or another server answered. */
  | { kind: 'refused'; reason: string }
  | { kind: 'unreachable'; reason: string }

const TIMEOUT_MS = 30_000

/**
 * Gets a certificate for a key that is created here. The CA certificate is fetched without trust and accepted only if
 * its pin is the one in the code. From then on only this CA is trusted, and only then is the token sent.
 */
export async function enrol({ appliance, code, state, eveFile }: EnrolRequest, disk: Disk): Promise<Enrolled> {
  const options = { url: appliance, connections: 1, timeoutMs: TIMEOUT_MS }
  try {
    const authority = await fetchAuthority(options)
    if (authority.status !== 200) return { kind: 'refused', reason: troubleOf(authority).reason }
    if (pinOf(authority.text) !== code.pin) {
      return { kind: 'refused', reason: 'The server is not the appliance that the code is from.' }
    }
    const { keyPem, csrPem } = createCertificateRequest()
    const client = createHttpsClient(options, { ca: authority.text })
    const answer = await client.call({
      method: 'POST',
      path: '/v1/enrol',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: code.token, csr: csrPem }),
    })
    client.close()
    const certificate = issued(answer)
    const probe = probeIn(answer)
    if (!certificate || !probe) return { kind: 'refused', reason: troubleOf(answer).reason }
    await keep(
      { ca: authority.text, cert: certificate.certificate, key: keyPem },
      { appliance, probe, eveFile, state },
      disk,
    )
    return { kind: 'enrolled', probe, notAfter: new X509Certificate(certificate.certificate).validToDate }
  } catch (error) {
    return { kind: 'unreachable', reason: errorText(error) }
  }
}

async function fetchAuthority(options: { url: string; connections: number; timeoutMs: number }): Promise<HttpsAnswer> {
  const client = createHttpsClient(options, { isUntrusted: true })
  try {
    return await client.call({ method: 'GET', path: '/v1/authority' })
  } finally {
    client.close()
  }
}

function pinOf(pem: string): string | undefined {
  try {
    const spki = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' })
    return createHash('sha256').update(spki).digest('hex')
  } catch {
    return undefined
  }
}

function probeIn({ text }: HttpsAnswer): ProbeFile['probe'] | undefined {
  const { probe } = parse(text) as { probe?: { id?: unknown; fqdn?: unknown } }
  return typeof probe?.id === 'number' && typeof probe.fqdn === 'string'
    ? { id: probe.id, fqdn: probe.fqdn }
    : undefined
}

async function keep(
  identity: Identity,
  {
    appliance,
    probe,
    eveFile,
    state,
  }: { appliance: string; probe: ProbeFile['probe']; eveFile: string; state: string },
  disk: Disk,
): Promise<void> {
  const paths = stateFolder(state)
  await mkdir(state, { recursive: true, mode: 0o750 })
  await createIdentityFiles(paths.identity, disk).write(identity)
  const file: ProbeFile = { appliance, probe, eve_file: eveFile }
  await disk.replace(paths.probe, `${JSON.stringify(file, undefined, 2)}\n`)
}
