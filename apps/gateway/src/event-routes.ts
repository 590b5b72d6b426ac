import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Routes } from './http/routes.ts'
import type { KnownProbe } from './identity/known-probe.ts'
import { limits } from './limits.ts'
import { type Batch, type InTurn, readBatch } from './read-batch.ts'
import type { Receipt } from './receive.ts'

export interface EventPorts {
  /** Throws a Refusal while this probe, or any probe, may not send; otherwise reserves memory for the body. */
  admit(probe: KnownProbe, answer: ServerResponse, bodyBytes: number): Promise<void>
  /** Releases the memory reserved for the body, once it has been read. */
  wasRead(answer: ServerResponse): void
  unpackInTurn: InTurn
  /** Counts the events against the probe's rate limit. */
  charge(probe: KnownProbe, events: number): void
  receive(probe: KnownProbe, batch: Batch): Promise<Receipt>
}

/** `POST /v1/events`: a batch of numbered events, answered once it is stored. */
export function eventRoutes({ admit, wasRead, unpackInTurn, charge, receive }: EventPorts): Routes {
  return (app) => {
    app.post<{ Body: Buffer | undefined }>('/v1/events', {
      // Runs before the body is read, so that a refused probe costs no memory.
      onRequest: async (request, reply) => admit(request.probe, reply.raw, bytesOf(request.headers)),
      handler: async ({ probe, headers, body }, reply) => {
        const batch = await readBatch(headers, body, unpackInTurn).finally(() => wasRead(reply.raw))
        charge(probe, batch.lines.length)
        return receive(probe, batch)
      },
    })
  }
}

/** Upper bound of the body size: its Content-Length, or the maximum if the header is missing. */
function bytesOf(headers: IncomingHttpHeaders): number {
  if (headers['transfer-encoding'] !== undefined) return limits.batchBytes
  return Math.min(Number(headers['content-length'] ?? 0), limits.batchBytes)
}
