import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { AppError, isProblemCode, type ProblemCode, problems, readProblem } from '@watchpost/contract'
import type { FastifyReply } from 'fastify'

/** Explains each problem at its `type` URL, so that it also works without internet access. */
export const problemRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/problems/:code', { schema: readProblem, config: { permission: 'public' } }, async (request, reply) => {
    const { code } = request.params
    if (!isProblemCode(code)) throw new AppError('not-found', 'No problem has this name.')
    if (!request.headers.accept?.includes('text/html')) return { code, ...problems[code] }
    return sendPage(reply, code)
  })
}

function sendPage(reply: FastifyReply, code: ProblemCode): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(page(code))
}

function page(code: ProblemCode): string {
  const { status, title, help } = problems[code]
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><title>${title}</title></head>`,
    '<body>',
    `<h1>${title}</h1>`,
    `<p>${help.replace(/`([^`]*)`/g, '<code>$1</code>')}</p>`,
    `<p>Status ${status}, code <code>${code}</code>. <a href="/docs/swagger/">Documentation of the API</a></p>`,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}
