import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readLedger, readProbeLedger } from '@watchpost/contract'
import type { LedgerService } from './ledger-service.ts'

/** HTTP routes of the ledger. */
export function ledgerRoutes(service: LedgerService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/ledger', { schema: readLedger, config: { permission: 'probe:read' } }, () => service.all())

    app.get('/probes/:id/ledger', { schema: readProbeLedger, config: { permission: 'probe:read' } }, (request) =>
      service.ofProbe(request.params.id),
    )
  }
}
