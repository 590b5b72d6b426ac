import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Routes } from './http/routes.ts'
import type { KnownProbe } from './identity/known-probe.ts'
import { limits } from './limits.ts'
import { type Batch, type InTurn, readBatch } from './read-batch.ts'
import type { Receipt } from './receive.ts'

export interface EventPorts {
  /** Throws a Refusal while nothing more may come in, from this probe or at all; takes room for the body. */
  admit(probe: KnownProbe, answer: ServerResponse, bodyBytes: number): Promise<void>
  /** The body was read: its room is free again. */
  wasRead(answer: ServerResponse): void
  unpackInTurn: InTurn
  /** Counts what the probe sent against what it may send. */
  charge(probe: KnownProbe, events: number): void
  receive(probe: KnownProbe, batch: Batch): Promise<Receipt>
}

/** `POST /v1/events`: a batch of numbered events, answered once it is stored. */
export function eventRoutes({ admit, wasRead, unpackInTurn, charge, receive }: EventPorts): Routes {
  return (app) => {
    app.post<{ Body: Buffer | undefined }>('/v1/events', {
      // Before the body is read: a probe that has to wait costs no memory.
      onRequest: async (request, reply) => admit(request.probe, reply.raw, bytesOf(request.headers)),
      handler: async ({ probe, headers, body }, reply) => {
        const batch = await readBatch(headers, body, unpackInTurn).finally(() => wasRead(reply.raw))
        charge(probe, batch.lines.length)
        return receive(probe, batch)
      },
    })
  }
}

/** How long a body may become: as long as it says, or as long as any when it does not say. */
function bytesOf(headers: IncomingHttpHeaders): number {
  if (headers['transfer-encoding'] !== undefined) return limits.batchBytes
  return Math.min(Number(headers['content-length'] ?? 0), limits.batchBytes)
}
