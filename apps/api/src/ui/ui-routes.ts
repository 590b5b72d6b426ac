import { AppError } from '@watchpost/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type SentFile, sendFile } from '../http/answer/send-file.ts'
import type { UiFiles } from './ui-files.ts'

/** No external and no inline resources, and no text that becomes markup: events contain text written by attackers. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join(';')

/** The pages of the console. They contain no data and need no token; every call that they make does. */
export function uiRoutes(files: UiFiles) {
  const options = { schema: { hide: true }, config: { permission: 'public' } } as const

  return async (app: FastifyInstance): Promise<void> => {
    app.get('/', options, (_request, reply) => reply.redirect('/ui/'))
    app.get('/ui', options, async (request, reply) => send(request, reply, await pageOf(files)))
    app.get<{ Params: { '*': string } }>('/ui/*', options, async (request, reply) => {
      const name = request.params['*']
      const file = (await files.find(name)) ?? (isPlace(name, request) ? await pageOf(files) : undefined)
      if (!file) throw new AppError('not-found', 'The web interface has no such file.')
      return send(request, reply, file)
    })
  }
}

async function pageOf(files: UiFiles): Promise<SentFile> {
  const page = await files.find('index.html')
  if (!page) throw new AppError('not-found', 'The web interface was not built here: run `pnpm build:web`.')
  return page
}

/**
 * Whether a name is a route within the console's single page. A route may contain an IP address with dots; a request
 * for a file does not accept HTML.
 */
function isPlace(name: string, { headers }: FastifyRequest): boolean {
  if (name.startsWith('assets/')) return false
  return !name.split('/').at(-1)?.includes('.') || headers.accept?.includes('text/html') === true
}

function send(request: FastifyRequest, reply: FastifyReply, file: SentFile): FastifyReply {
  reply.header('content-security-policy', contentSecurityPolicy)
  return sendFile(request, reply, file)
}
