import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { PassingAnswer, PlantedFault } from './faults.ts'

export interface FaultProxyOptions {
  port: number
  ca: string
  faults: readonly PlantedFault[]
}

/** Headers that belong to one connection or to the original body. */
const OWN_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-type', 'host'])

/** A proxy in front of the API that plants faults into its responses. */
export async function startFaultProxy({ port, ca, faults }: FaultProxyOptions) {
  const agent = new Agent({ keepAlive: true, ca })

  function pass(
    incoming: IncomingMessage,
    body: string,
  ): Promise<PassingAnswer & { headers: NodeJS.Dict<string | string[]> }> {
    return new Promise((resolve, reject) => {
      // Faults are planted into text.
      const { host: _, 'accept-encoding': __, ...headers } = incoming.headers
      const options = {
        agent,
        host: '127.0.0.1',
        servername: 'localhost',
        port,
        method: incoming.method,
        path: incoming.url,
      }
      const outgoing = request({ ...options, headers }, (answer) => {
        text(answer)
          .then((answered) =>
            resolve({
              status: answer.statusCode ?? 0,
              contentType: answer.headers['content-type'] ?? '',
              body: answered,
              headers: answer.headers,
            }),
          )
          .catch(reject)
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(incoming)
    const { headers, ...answer } = await pass(incoming, body)
    const url = incoming.url ?? '/'
    const operation = `${incoming.method} ${url.replace(/\?.*$/s, '')}`
    const fault = faults.find((each) => each.operation === operation)
    const { status, contentType, body: planted } = fault ? fault.plant(answer, { operation, url, body }) : answer
    const kept = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name))
    response.writeHead(status, { ...Object.fromEntries(kept), ...(contentType && { 'content-type': contentType }) })
    response.end(status === 204 ? undefined : planted)
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close(): void {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
