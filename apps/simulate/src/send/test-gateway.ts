import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { zstdDecompressSync } from 'node:zlib'
import { createAuthority, issueProbeCertificate, issueServerCertificate } from '@watchpost/pki'

/** One request as the test gateway saw it. */
export interface Seen {
  stream: string
  first: number
  lines: string[]
}

/** What the test gateway does with a request; by default it acknowledges. */
export type Script = (seen: Seen, turn: number) => undefined | { status: number; retryAfter?: number } | 'hang-up'

/** A real HTTPS server with client certificates and the gateway's protocol, for tests. */
export async function startTestGateway(script: Script = () => undefined) {
  const authority = await createAuthority({ commonName: 'Test authority' })
  const server = await issueServerCertificate(authority, { names: [], addresses: ['127.0.0.1'], days: 1 })
  const probe = await issueProbeCertificate(authority, { probeId: 1, fqdn: 'probe-01.example.test', days: 1 })
  const seen: Seen[] = []
  const sockets = new Set<Socket>()
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request))
    const batch: Seen = {
      stream: String(request.headers['watchpost-stream']),
      first: Number(request.headers['watchpost-first-sequence']),
      lines: zstdDecompressSync(body).toString().trimEnd().split('\n'),
    }
    const action = script(batch, seen.push(batch) - 1)
    if (action === 'hang-up') {
      request.socket.destroy()
      return
    }
    const count = batch.lines.length
    const receipt = { stream: batch.stream, first_sequence: batch.first, count, next_sequence: batch.first + count }
    const wait = action?.retryAfter === undefined ? {} : { 'retry-after': String(action.retryAfter) }
    response.writeHead(action?.status ?? 200, { 'content-type': 'application/json', ...wait })
    response.end(JSON.stringify(action ? { title: 'As scripted', status: action.status } : receipt))
  }
  const tls = { ca: authority.certPem, cert: server.certPem, key: server.keyPem }
  const https = createServer({ ...tls, requestCert: true, rejectUnauthorized: true }, (request, response) => {
    serve(request, response).catch((error: Error) => response.destroy(error))
  })
  https.on('secureConnection', (socket) => sockets.add(socket))
  https.listen(0, '127.0.0.1')
  await once(https, 'listening')
  return {
    url: `https://127.0.0.1:${(https.address() as AddressInfo).port}`,
    ca: authority.certPem,
    cert: probe.certPem,
    key: probe.keyPem,
    seen,
    /** Number of connections so far. */
    connections: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      https.close()
      await once(https, 'close')
    },
  }
}
export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>
