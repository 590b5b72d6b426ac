import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from 'node:https'
import type { Logger } from '@watchpost/runtime'
import type { FastifyInstance } from 'fastify'
import type { KnownProbe } from '../identity/known-probe.ts'

export type GatewayApp = FastifyInstance<Server, IncomingMessage, ServerResponse, Logger>

/** Registers routes on the gateway. */
export type Routes = (app: GatewayApp) => void

declare module 'fastify' {
  interface FastifyRequest {
    /** The sender of the request; not set on an open route. */
    probe: KnownProbe
  }
  interface FastifyContextConfig {
    /** Open to every client, with or without a certificate. */
    isOpen?: true
  }
}
