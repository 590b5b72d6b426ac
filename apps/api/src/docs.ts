import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import swagger, { type SwaggerTransformObject } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { productFiles } from '@watchpost/runtime'
import type { FastifyInstance } from 'fastify'
import { createDescriptionFiles, type DescriptionFormat } from './http/description-files.ts'
import { sendFile } from './http/answer/send-file.ts'

const info = {
  title: 'Watchpost API',
  version: '1',
  description: [
    'Search, alerts and data export of a Watchpost appliance.',
    '**To begin**: run *Log in*, copy the `token` of its answer, press *Authorize* and paste it. Every call below then carries it in the header `API-KEY`, and shows the curl command that does the same.',
    'Addresses work with and without a trailing slash, and under `/api/v1` as under `/api`. Every answer carries a `request-id`. Failures are `application/problem+json` (RFC 9457); their `type` leads to an explanation.',
  ].join('\n\n'),
}

/** No external and no inline resources: an appliance often has no internet access, and its page needs none. */
const contentSecurityPolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

/** Collects the schemas of all routes that are declared after it. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      servers: [{ url: '/', description: 'This appliance' }],
      tags: [
        { name: 'Authentication', description: 'Tokens, browser sessions and API keys' },
        { name: 'Search', description: 'Stored events, in the language of the search engine' },
        { name: 'Users', description: 'Accounts and their roles, for administrators' },
        { name: 'Alerts', description: 'Alerts of all detectors, scored and explained' },
        {
          name: 'Probes',
          description: 'Sensors that send events, how they are paired, and what became of their events',
        },
        { name: 'Dead letters', description: 'Events that could not become documents' },
        { name: 'Exports', description: 'Events sent to receivers outside' },
        { name: 'Audit', description: 'Who looked at what, and who changed what' },
        { name: 'System', description: 'The appliance itself' },
      ],
      components: {
        securitySchemes: {
          'API-KEY': {
            type: 'apiKey',
            in: 'header',
            name: 'API-KEY',
            description: 'The token that *Log in* gives, or an API key. `Authorization: Bearer <token>` does the same.',
          },
        },
      },
      security: [{ 'API-KEY': [] }],
    },
    transformObject: withOptionalBodies,
    refResolver: { buildLocalReference: (schema) => schema.$id as string },
  })
}

type Document = Parameters<SwaggerTransformObject>[0]

/** The generator marks every body as required; the body of a search is optional. */
function withOptionalBodies(document: Document) {
  if (!('openapiObject' in document)) return document.swaggerObject
  for (const path of Object.values(document.openapiObject.paths ?? {})) {
    for (const operation of Object.values(path ?? {})) {
      if (!isOperation(operation) || !operation['x-optional-body']) continue
      delete operation['x-optional-body']
      operation.requestBody.required = false
    }
  }
  return document.openapiObject
}

interface Operation {
  'x-optional-body'?: true
  requestBody: { required: boolean }
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'requestBody' in value
}

/** The interactive page and the description. Both contain no data and need no token; every call that they make does. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, permission: 'public' }
    })
    const description = createDescriptionFiles(app)
    scope.get('/docs/openapi.json', { schema: { hide: true } }, (request, reply) =>
      sendFile(request, reply, description('json')),
    )
    const { swaggerUi: folder } = productFiles()
    await scope.register(swaggerUi, {
      routePrefix: '/docs/swagger',
      // The plugin would look for its files next to its own module, which a release bundles.
      baseDir: folder,
      logo: { type: 'image/svg+xml', content: await readFile(join(folder, 'logo.svg')) },
      staticCSP: contentSecurityPolicy,
      // The plugin would serialise the description for every caller, uncompressed.
      uiHooks: {
        preHandler(request, reply, done) {
          const [, format] = /\/docs\/swagger\/(json|yaml)$/.exec(request.routeOptions.url ?? '') ?? []
          if (format) sendFile(request, reply, description(format as DescriptionFormat))
          else done()
        },
      },
      theme: { title: info.title },
      uiConfig: {
        layout: 'BaseLayout',
        deepLinking: true,
        tryItOutEnabled: true,
        displayRequestDuration: true,
        defaultModelsExpandDepth: -1,
        validatorUrl: null,
      },
    })
  })
}
