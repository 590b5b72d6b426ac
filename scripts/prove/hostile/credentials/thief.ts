import { Agent } from 'node:https'
import type { KeyPair } from '@watchpost/pki'
import { createCertificateRequest } from '../../../../apps/probe/src/enrol/certificate-request.ts'
import { callGateway, type Gateway, type GatewayAnswer, sendEvent } from '../../probes/gateway-call.ts'

const LINE = '{"event_type":"flow","timestamp":"2026-11-17T00:00:00.000000+0000","proof":"stolen-key"}'

export type Thief = ReturnType<typeof createThief>

/** A thief with a copy of a probe's key, at another IP address. */
export function createThief(gateway: Gateway, pair: KeyPair, localAddress = '127.0.0.1') {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 1,
    ca: gateway.ca,
    cert: pair.certPem,
    key: pair.keyPem,
    localAddress,
  })
  return {
    send: (): Promise<GatewayAnswer> => sendEvent(gateway, agent, LINE),
    /** Gets another certificate for the thief's own key. */
    async renew(): Promise<KeyPair> {
      const { keyPem, csrPem } = createCertificateRequest()
      const body = JSON.stringify({ csr: csrPem })
      const answer = await callGateway(gateway, { method: 'POST', path: '/v1/renew', agent, body })
      if (answer.status !== 201) throw new Error(`the thief could not renew: ${answer.status} ${answer.code}`)
      return { certPem: String(answer.body.certificate), keyPem }
    },
    leave: () => agent.destroy(),
  }
}
