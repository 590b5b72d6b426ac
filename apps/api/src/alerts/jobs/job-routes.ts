import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  listAlertJobs,
  listJobExceptions,
  NewAlertJob,
  readAlertJob,
  startAlertJob,
  undoAlertJob,
} from '@watchpost/contract'
import type { FastifySchemaCompiler } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { sendPage } from '../../http/answer/pages.ts'
import { originOf } from '../../http/caller/origin.ts'
import { digitsInAddresses } from '../../http/request/digits-in-addresses.ts'
import { askingOf } from '../listing/asking.ts'
import type { JobService } from './job-service.ts'

const config = { permission: 'alert:write' } as const

/** HTTP routes of jobs that change many alerts. */
export function jobRoutes(jobs: JobService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/alerts/jobs',
      { schema: startAlertJob, config, validatorCompiler: filterLater },
      async (request, reply) =>
        reply.code(201).send(await jobs.start(originOf(request), request.body, askingOf(request, reply))),
    )

    app.get('/alerts/jobs', { schema: listAlertJobs, config }, async (request, reply) =>
      sendPage(reply, await jobs.list(request.query)),
    )

    app.get('/alerts/jobs/:id', { schema: readAlertJob, config }, (request) => jobs.read(request.params.id))

    app.post('/alerts/jobs/:id/undo', { schema: undoAlertJob, config }, (request, reply) =>
      jobs.undo(originOf(request), request.params.id, askingOf(request, reply)),
    )

    app.get('/alerts/jobs/:id/exceptions', { schema: listJobExceptions, config }, async (request, reply) =>
      sendPage(reply, await jobs.exceptions(request.params.id, request.query)),
    )
  }
}

/** The filter is checked with the rules of the listing, which also take numbers as text and lists with commas. */
const filterLater: FastifySchemaCompiler<TSchema> = (route) =>
  digitsInAddresses(route.httpPart === 'body' ? { ...route, schema: bodyWithAnyFilter } : route)

const bodyWithAnyFilter = Type.Object(
  { ...NewAlertJob.properties, filter: Type.Optional(Type.Object({})) },
  { additionalProperties: false },
)
