import type { Routes } from './http/routes.ts'
import type { KnownProbe } from './identity/known-probe.ts'
import { type Batch, readBatch } from './read-batch.ts'
import type { Receipt } from './receive.ts'

export interface EventPorts {
  /** Throws a Refusal while nothing more may come in, from this probe or at all. */
  admit(probe: KnownProbe): void | Promise<void>
  receive(probe: KnownProbe, batch: Batch): Promise<Receipt>
}

/** `POST /v1/events`: a batch of numbered events, answered once it is stored. */
export function eventRoutes({ admit, receive }: EventPorts): Routes {
  return (app) => {
    app.post<{ Body: Buffer }>('/v1/events', {
      // Before the body is read: a probe that has to wait costs no memory.
      onRequest: async (request) => admit(request.probe),
      handler: async (request) => receive(request.probe, await readBatch(request.headers, request.body)),
    })
  }
}
