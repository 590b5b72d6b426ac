import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CollectedSpan {
  service: string
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
}

interface OtlpBody {
  resourceSpans: Array<{
    resource: { attributes: Array<{ key: string; value: { stringValue?: string } }> }
    scopeSpans: Array<{ spans: Array<Omit<CollectedSpan, 'service'>> }>
  }>
}

/** A trace collector that keeps what it receives. */
export async function startCollector() {
  const spans: CollectedSpan[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as OtlpBody
      for (const { resource, scopeSpans } of resourceSpans) {
        const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
        for (const each of scopeSpans.flatMap((scope) => scope.spans)) spans.push({ service, ...each })
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: spans as readonly CollectedSpan[],
    stop: () => server.close(),
  }
}
export type Collector = Awaited<ReturnType<typeof startCollector>>
