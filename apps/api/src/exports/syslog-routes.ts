import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  clearSyslogCertificate,
  clearSyslogFilters,
  listSyslogExports,
  postSyslogCertificate,
  postSyslogFilters,
  postSyslogGeneral,
  putSyslogCertificate,
  putSyslogExport,
  putSyslogFilters,
  putSyslogGeneral,
  readSyslogExport,
  removeSyslogExport,
  replaySyslogExport,
  testSyslogExport,
} from '@watchpost/contract'
import type { FastifyRequest } from 'fastify'
import { actorOf, originOf } from '../http/caller/origin.ts'
import { isGranted } from '../http/caller/permission.ts'
import type { ExportCaller, SyslogService } from './syslog-service.ts'
import type { TryExport } from './try-export.ts'

export interface SyslogParts {
  service: SyslogService
  tryExport: TryExport
}

const root = '/exports/syslog'
const reading = { permission: 'export:read' } as const
const writing = { permission: 'export:write', isDangerous: true } as const

/** HTTP routes of the syslog exports. POST does the same as PUT, because the specification shows POST. */
export function syslogRoutes({ service, tryExport }: SyslogParts): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(root, { schema: listSyslogExports, config: reading }, () => service.list())

    app.get(`${root}/:id`, { schema: readSyslogExport, config: reading }, (request) => service.read(request.params.id))

    app.put(`${root}/:id`, { schema: putSyslogExport, config: writing }, async (request, reply) => {
      const { isNew, body } = await service.put(callerOf(request), request.params.id, request.body)
      return reply.code(isNew ? 201 : 200).send(body)
    })

    app.delete(`${root}/:id`, { schema: removeSyslogExport, config: writing }, async (request, reply) => {
      await service.remove(callerOf(request), request.params.id)
      return reply.code(204).send(null)
    })

    app.put(`${root}/:id/general`, { schema: putSyslogGeneral, config: writing }, async (request, reply) => {
      const { isNew, body } = await service.setGeneral(callerOf(request), request.params.id, request.body)
      return reply.code(isNew ? 201 : 200).send(body)
    })
    app.post(`${root}/:id/general`, { schema: postSyslogGeneral, config: writing }, async (request, reply) => {
      const { isNew, body } = await service.setGeneral(callerOf(request), request.params.id, request.body)
      return reply.code(isNew ? 201 : 200).send(body)
    })

    app.put(`${root}/:id/filters`, { schema: putSyslogFilters, config: writing }, (request) =>
      service.setFilters(callerOf(request), request.params.id, request.body),
    )
    app.post(`${root}/:id/filters`, { schema: postSyslogFilters, config: writing }, (request) =>
      service.setFilters(callerOf(request), request.params.id, request.body),
    )
    app.delete(`${root}/:id/filters`, { schema: clearSyslogFilters, config: writing }, async (request, reply) => {
      await service.clearFilters(callerOf(request), request.params.id)
      return reply.code(204).send(null)
    })

    app.put(`${root}/:id/certificate`, { schema: putSyslogCertificate, config: writing }, (request) =>
      service.setCertificate(callerOf(request), request.params.id, request.body),
    )
    app.post(`${root}/:id/certificate`, { schema: postSyslogCertificate, config: writing }, (request) =>
      service.setCertificate(callerOf(request), request.params.id, request.body),
    )
    app.delete(
      `${root}/:id/certificate`,
      { schema: clearSyslogCertificate, config: writing },
      async (request, reply) => {
        await service.clearCertificate(callerOf(request), request.params.id)
        return reply.code(204).send(null)
      },
    )

    app.post(`${root}/:id/test`, { schema: testSyslogExport, config: writing }, async (request) =>
      tryExport(await service.toTry(callerOf(request), request.params.id), actorOf(request).accountId),
    )

    app.post(`${root}/:id/replay`, { schema: replaySyslogExport, config: writing }, async (request, reply) => {
      const body = await service.replay(callerOf(request), request.params.id, request.body)
      return reply.code(202).send(body)
    })
  }
}

function callerOf(request: Pick<FastifyRequest, 'actor' | 'ip' | 'id'>): ExportCaller {
  return { origin: originOf(request), mayExportAudit: isGranted(actorOf(request), 'export:audit') }
}
