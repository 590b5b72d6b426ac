import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  changeProbe,
  clearCloneAlarms,
  createProbe,
  listProbes,
  pairProbe,
  readProbe,
  removeProbe,
  unpairProbe,
} from '@watchpost/contract'
import { originOf } from '../http/caller/origin.ts'
import { hostOf } from './host-of.ts'
import type { ProbeService } from './probe-service.ts'

const reading = { permission: 'probe:read' } as const
const ending = { permission: 'probe:write' } as const
const changing = { ...ending, isDangerous: true }

/** HTTP routes of probes, for administrators; operators have read access. */
export function probeRoutes(probes: ProbeService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/probes', { schema: listProbes, config: reading }, () => probes.list())

    app.post('/probes', { schema: createProbe, config: changing }, async (request, reply) => {
      const probe = await probes.create(request.body, hostOf(request), originOf(request))
      return reply.header('location', `/api/probes/${probe.id}`).code(201).send(probe)
    })

    app.get('/probes/:id', { schema: readProbe, config: reading }, (request) => probes.find(request.params.id))

    app.patch('/probes/:id', { schema: changeProbe, config: changing }, (request) =>
      probes.change(request.params.id, request.body, originOf(request)),
    )

    app.delete('/probes/:id', { schema: removeProbe, config: changing }, async (request, reply) => {
      await probes.remove(request.params.id, originOf(request))
      return reply.code(204).send(null)
    })

    app.post(
      '/probes/:id/pairing',
      {
        schema: pairProbe,
        config: changing,
        // The body is optional.
        preValidation: async (request) => {
          request.body ??= {}
        },
      },
      async (request, reply) => {
        const { source_network: network } = request.body
        return reply.code(201).send(await probes.pair(request.params.id, network, hostOf(request), originOf(request)))
      },
    )

    app.post(
      '/probes/:id/clone-clearance',
      {
        schema: clearCloneAlarms,
        config: changing,
        preValidation: async (request) => {
          request.body ??= {}
        },
      },
      async (request, reply) => {
        const { expect_networks: expectsNetworks = false } = request.body
        await probes.clearCloneAlarms(request.params.id, { expectsNetworks }, originOf(request))
        return reply.code(204).send(null)
      },
    )

    // Not dangerous: revoking must be quick in an emergency.
    app.delete('/probes/:id/pairing', { schema: unpairProbe, config: ending }, async (request, reply) => {
      await probes.revoke(request.params.id, originOf(request))
      return reply.code(204).send(null)
    })
  }
}
