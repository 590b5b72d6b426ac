import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { createAuthority, issueProbeCertificate, issueServerCertificate } from '@watchpost/pki'

/** One request as the server saw it. */
export interface Seen {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
  /** The fingerprint of the client certificate, if it is from our CA. */
  client: string | undefined
}

export interface Reply {
  status: number
  headers?: Record<string, string>
  body?: unknown
}

/** A real HTTPS server that requests client certificates, as the gateway does; the test decides the answers. */
export async function aTlsGateway(answer: (seen: Seen) => Reply | 'hang-up' | Promise<Reply | 'hang-up'>) {
  const authority = await createAuthority({ commonName: 'Test authority' })
  const server = await issueServerCertificate(authority, { names: ['localhost'], addresses: ['127.0.0.1'], days: 1 })
  const probe = await issueProbeCertificate(authority, { probeId: 7, fqdn: 'probe-07.example.test', days: 1 })
  const seen: Seen[] = []

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const socket = request.socket as TLSSocket
    const own: Seen = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(await Array.fromAsync<Buffer>(request)),
      client: socket.authorized ? socket.getPeerCertificate().fingerprint256 : undefined,
    }
    seen.push(own)
    const reply = await answer(own)
    if (reply === 'hang-up') {
      socket.destroy()
      return
    }
    const { status, headers = {}, body } = reply
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(body === undefined ? undefined : text)
  }

  const tls = { ca: authority.certPem, cert: server.certPem, key: server.keyPem }
  const https = createServer({ ...tls, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    serve(request, response).catch((error: Error) => response.destroy(error))
  })
  https.listen(0, '127.0.0.1')
  await once(https, 'listening')
  return {
    url: `https://127.0.0.1:${(https.address() as AddressInfo).port}`,
    authority,
    identity: { ca: authority.certPem, cert: probe.certPem, key: probe.keyPem },
    seen,
    async [Symbol.asyncDispose]() {
      https.closeAllConnections()
      https.close()
      await once(https, 'close')
    },
  }
}
