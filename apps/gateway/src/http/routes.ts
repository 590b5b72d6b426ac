import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from 'node:https'
import type { Logger } from '@watchpost/runtime'
import type { FastifyInstance } from 'fastify'
import type { KnownProbe } from '../identity/known-probe.ts'

export type GatewayApp = FastifyInstance<Server, IncomingMessage, ServerResponse, Logger>

/** Adds what a part of the gateway answers to. */
export type Routes = (app: GatewayApp) => void

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; no one on a route that is open. */
    probe: KnownProbe
  }
  interface FastifyContextConfig {
    /** For everybody, with or without a certificate. */
    isOpen?: true
  }
}
