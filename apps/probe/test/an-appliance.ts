import { certifyProbe, newPairingCode, readSigningRequest } from '@watchpost/pki'
import { aGateway, type AGateway } from './a-gateway.ts'
import { aTlsGateway, type Reply, type Seen } from './a-tls-gateway.ts'

const FQDN = 'probe-07.example.test'

export interface ApplianceOptions {
  /** Validity of the certificates that it signs. */
  minutes?: number
  /** Overrides the answer of the appliance when it returns one. */
  instead?: (seen: Seen) => Reply | 'hang-up' | undefined
}

/** The parts of an appliance that a probe uses, over real TLS. It records every request. */
export async function anAppliance({ minutes = 60, instead }: ApplianceOptions = {}) {
  const gateway = aGateway()
  const health: unknown[] = []
  const tls = await aTlsGateway(async (seen) => instead?.(seen) ?? answer(seen))
  const { code } = newPairingCode(tls.authority.certPem)
  let token = code.split('.')[0]

  async function sign(csr: string): Promise<Reply> {
    const request = await readSigningRequest(csr)
    if (typeof request === 'string') return problem(400, 'csr-invalid')
    const certificate = await certifyProbe(tls.authority, request, { probeId: 7, fqdn: FQDN, minutes })
    return { status: 201, body: { probe: { id: 7, fqdn: FQDN }, certificate, authority: tls.authority.certPem } }
  }

  async function answer(seen: Seen): Promise<Reply> {
    if (seen.path === '/v1/authority') return { status: 200, body: tls.authority.certPem }
    const body = seen.headers['content-type'] === 'application/json' ? JSON.parse(seen.body.toString()) : undefined
    if (seen.path === '/v1/enrol') {
      if (body.code !== token) return problem(403, 'enrolment-code-refused')
      token = undefined
      return sign(body.csr)
    }
    if (!seen.client) return problem(403, 'certificate-unknown')
    if (seen.path === '/v1/renew') return sign(body.csr)
    if (seen.path === '/v1/health') {
      health.push(body)
      return { status: 204 }
    }
    return seen.path === '/v1/events' ? take(seen, gateway) : stateOf(seen, gateway)
  }

  return { gateway, health, code, url: tls.url, seen: tls.seen, [Symbol.asyncDispose]: tls[Symbol.asyncDispose] }
}

async function take({ headers, body }: Seen, gateway: AGateway): Promise<Reply> {
  const stream = String(headers['watchpost-stream'])
  const first = Number(headers['watchpost-first-sequence'])
  const count = gateway.takeBody(stream, first, body)
  return { status: 200, body: { stream, first_sequence: first, count, next_sequence: first + count } }
}

async function stateOf({ path }: Seen, gateway: AGateway): Promise<Reply> {
  const stream = path.split('/').at(-1) ?? ''
  const state = await gateway.stateOf(stream)
  return 'kind' in state
    ? problem(500, 'lost')
    : { status: 200, body: { stream, next_sequence: state.next, digest: state.digest } }
}

function problem(status: number, code: string): Reply {
  return { status, body: { type: `/problems/${code}`, title: 'Refused', status } }
}
