import type { TLSSocket } from 'node:tls'
import { addressOf, type RateLimit, sourceOf } from '@watchpost/runtime'
import { type Static, Type } from 'typebox'
import type { FastifyRequest } from 'fastify'
import { withJsonBodies } from '../http/json-bodies.ts'
import { readBody } from '../http/read-body.ts'
import type { Routes } from '../http/routes.ts'
import { limits } from '../limits.ts'
import { Refusal } from '../refusal.ts'
import type { EnrolmentService, Whence } from './enrolment-service.ts'

export interface EnrolmentRoutePorts {
  service: EnrolmentService
  authorityPem(): string | undefined
  /** Limits enrolment attempts, by IP address. */
  attempts: Pick<RateLimit, 'take'>
  /** Limits renewals, by probe. */
  renewals: Pick<RateLimit, 'take'>
  /** Runs a few renewals at a time. */
  issueInTurn<T>(task: () => Promise<T>): Promise<T>
}

const csr = Type.String({ maxLength: limits.requestBytes })
const Enrolment = Type.Object({ code: Type.String({ maxLength: 256 }), csr })
const Renewal = Type.Object({ csr })

/** Routes that give a probe its certificate. The first two are open, since the caller has no certificate yet. */
export function enrolmentRoutes(ports: EnrolmentRoutePorts): Routes {
  const { service, authorityPem, attempts, renewals, issueInTurn } = ports
  return withJsonBodies((app) => {
    app.get('/v1/authority', {
      config: { isOpen: true },
      handler: async (_request, reply) => {
        const pem = authorityPem()
        if (pem === undefined) throw new Refusal('store-unavailable', 'Ask again.')
        return reply.type('application/x-pem-file').send(pem)
      },
    })

    app.post<{ Body: unknown }>('/v1/enrol', {
      config: { isOpen: true },
      bodyLimit: limits.requestBytes,
      onRequest: async (request) => take(attempts, sourceOf(addressOf(request))),
      handler: async (request, reply) => {
        const wanted: Static<typeof Enrolment> = readBody(Enrolment, request.body)
        return reply.code(201).send(await service.enrol(wanted, whenceOf(request)))
      },
    })

    app.post<{ Body: unknown }>('/v1/renew', {
      bodyLimit: limits.requestBytes,
      onRequest: async (request) => take(renewals, String(request.probe.id)),
      handler: async (request, reply) => {
        const wanted: Static<typeof Renewal> = readBody(Renewal, request.body)
        const { raw } = (request.raw.socket as TLSSocket).getPeerX509Certificate() ?? {}
        if (!raw) throw connectionOver()
        const issued = await issueInTurn(async () => {
          // An agent that was restarted in the meantime asks again.
          if (request.raw.socket.destroyed) throw connectionOver()
          return service.renew(request.probe, raw, wanted.csr, whenceOf(request))
        })
        return reply.code(201).send(issued)
      },
    })
  })
}

function take(limit: Pick<RateLimit, 'take'>, caller: string): void {
  const { isAllowed, resetSeconds } = limit.take(caller)
  if (!isAllowed) throw new Refusal('too-many-requests', 'Try again later.', { retryAfterSeconds: resetSeconds })
}

function connectionOver(): Refusal {
  return new Refusal('certificate-invalid', 'The connection is over.')
}

function whenceOf(request: FastifyRequest): Whence {
  return { address: addressOf(request), requestId: request.id }
}
