import { prepare } from '@watchpost/model'
import { Agent, request } from 'undici'
import { linesOf } from '../../lines-of.ts'

const PER_REQUEST = 1_000
const CONNECTIONS = 4

/** The events of a file as bulk requests: the documents that the appliance would store, ready to send. */
export async function bulkBodies(file: string, stream: string): Promise<Buffer[]> {
  const bodies: Buffer[] = []
  let text: string[] = []
  let sequence = 0
  for await (const line of linesOf(file)) {
    const outcome = prepare({
      identity: { probeId: 1, stream, sequence: sequence++ },
      fqdn: 'bare.example.test',
      policyVersion: 1,
      receivedAt: Date.now(),
      partition: 0,
      offset: sequence,
      payload: Buffer.from(line),
    })
    if (outcome.kind === 'dead') throw new Error(`line ${sequence} of ${file} is no event`)
    text.push(`{"create":{"_id":"${outcome.document.id}"}}\n${outcome.document.json}\n`)
    if (text.length === PER_REQUEST) {
      bodies.push(Buffer.from(text.join('')))
      text = []
    }
  }
  if (text.length > 0) bodies.push(Buffer.from(text.join('')))
  return bodies
}

/** Writes them into an index over a few connections, as fast as they are answered. */
export async function writeBare(engine: string, index: string, bodies: readonly Buffer[]): Promise<void> {
  const dispatcher = new Agent({ connections: CONNECTIONS })
  const left = bodies.toReversed()
  const lane = async () => {
    for (let body = left.pop(); body; body = left.pop()) {
      const answer = await request(`${engine}/${index}/_bulk?filter_path=errors`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body,
        dispatcher,
      })
      const { errors } = (await answer.body.json()) as { errors: boolean }
      if (errors) throw new Error('the engine refused documents')
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, lane))
  await dispatcher.close()
}
