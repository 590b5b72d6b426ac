import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listAudit } from '@watchpost/contract'
import { linkNext } from '../http/answer/pages.ts'
import { auditCsv } from './audit-csv.ts'
import type { AuditService } from './audit-service.ts'

/** HTTP routes of the audit. Reading the audit is audited too. */
export function auditRoutes(service: AuditService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/audit',
      { schema: listAudit, config: { permission: 'audit:read', looksAt: 'audit.read' } },
      async (request, reply) => {
        const { entries, next } = await service.list(request.query)
        linkNext(reply, next)
        if (request.query.format !== 'csv') return reply.type('application/json; charset=utf-8').send(entries)
        reply.header('content-disposition', 'attachment; filename="watchpost-audit.csv"')
        return reply.type('text/csv; charset=utf-8').send(auditCsv(entries))
      },
    )
  }
}
