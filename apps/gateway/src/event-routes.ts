import type { ServerResponse } from 'node:http'
import type { Routes } from './http/routes.ts'
import type { KnownProbe } from './identity/known-probe.ts'
import { type Batch, readBatch } from './read-batch.ts'
import type { Receipt } from './receive.ts'

export interface EventPorts {
  /** Throws a Refusal while nothing more may come in, from this probe or at all. */
  admit(probe: KnownProbe, answer: ServerResponse): Promise<void>
  /** Counts what the probe sent against what it may send. */
  charge(probe: KnownProbe, events: number): void
  receive(probe: KnownProbe, batch: Batch): Promise<Receipt>
}

/** `POST /v1/events`: a batch of numbered events, answered once it is stored. */
export function eventRoutes({ admit, charge, receive }: EventPorts): Routes {
  return (app) => {
    app.post<{ Body: Buffer }>('/v1/events', {
      // Before the body is read: a probe that has to wait costs no memory.
      onRequest: async (request, reply) => admit(request.probe, reply.raw),
      handler: async ({ probe, headers, body }) => {
        const batch = await readBatch(headers, body)
        charge(probe, batch.lines.length)
        return receive(probe, batch)
      },
    })
  }
}
