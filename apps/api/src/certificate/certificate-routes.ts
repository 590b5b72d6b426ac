import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readAuthority, readCertificate, replaceCertificate, restoreCertificate } from '@watchpost/contract'
import { originOf } from '../http/caller/origin.ts'
import type { CertificateService } from './certificate-service.ts'

/** HTTP routes of the API's certificate, and of the authority certificate that clients may trust. */
export function certificateRoutes(service: CertificateService): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get('/system/certificate', { schema: readCertificate, config: { permission: 'certificate:read' } }, () =>
      service.read(),
    )

    app.put(
      '/system/certificate',
      { schema: replaceCertificate, config: { permission: 'certificate:write', isDangerous: true } },
      (request) => service.replace(originOf(request), request.body),
    )

    app.delete(
      '/system/certificate',
      { schema: restoreCertificate, config: { permission: 'certificate:write', isDangerous: true } },
      async (request, reply) => {
        await service.restore(originOf(request))
        return reply.code(204).send(null)
      },
    )

    app.get('/system/ca', { schema: readAuthority, config: { permission: 'public' } }, async (request, reply) => {
      const { pem, der } = await service.authority()
      const isDer = /application\/(pkix-cert|x-x509-ca-cert)/.test(request.headers.accept ?? '')
      const file = isDer ? 'watchpost-ca.crt' : 'watchpost-ca.pem'
      reply.header('content-disposition', `attachment; filename="${file}"`)
      return reply.type(isDer ? 'application/pkix-cert' : 'application/x-pem-file').send(isDer ? der : pem)
    })
  }
}
