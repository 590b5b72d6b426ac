import { prepare } from '@watchpost/model'
import { Agent, request } from 'undici'
import { linesOf } from '../../harness/lines-of.ts'
import type { Counted } from './turns/time-to-searchable.ts'

const PER_REQUEST = 1_000
const CONNECTIONS = 4

/** One bulk request and its number of documents. */
export interface BulkBody {
  bytes: Buffer
  count: number
}

/** The events of a file as bulk requests: the documents that the appliance would store, ready to send. */
export async function bulkBodies(file: string, stream: string): Promise<BulkBody[]> {
  const bodies: BulkBody[] = []
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
      bodies.push({ bytes: Buffer.from(text.join('')), count: text.length })
      text = []
    }
  }
  if (text.length > 0) bodies.push({ bytes: Buffer.from(text.join('')), count: text.length })
  return bodies
}

/** Writes them into an index over a few connections, as fast as the engine responds; returns when each was sent. */
export async function writeBare(engine: string, index: string, bodies: readonly BulkBody[]): Promise<Counted[]> {
  const dispatcher = new Agent({ connections: CONNECTIONS })
  const left = bodies.toReversed()
  const sent: Counted[] = []
  const worker = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      sent.push({ at: Date.now(), count: next.count })
      const answer = await request(`${engine}/${index}/_bulk?filter_path=errors`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body: next.bytes,
        dispatcher,
      })
      const { errors } = (await answer.body.json()) as { errors: boolean }
      if (errors) throw new Error('the engine refused documents')
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  await dispatcher.close()
  return sent
}
