import { AppError } from '@watchpost/contract'
import type { FastifyInstance } from 'fastify'

/** JSON can spell half of a character (`"\ud800"`), which neither PostgreSQL nor the engine takes as text. */
export function refuseBrokenText(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const pointer = brokenTextAt(request.body)
    if (pointer === undefined) return done()
    const errors = [{ pointer, detail: 'must not contain half of a surrogate pair' }]
    done(new AppError('invalid-request', undefined, { errors }))
  })
}

/** Where a body has a name or a text that is not well-formed. Without recursion: bodies may be nested deeply. */
export function brokenTextAt(body: unknown): string | undefined {
  const open: [pointer: string, value: unknown][] = [['#', body]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [pointer, value] = next
    if (typeof value === 'string' && !value.isWellFormed()) return pointer
    // A route that takes bytes checks them itself.
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue
    for (const [name, inner] of Object.entries(value)) {
      if (!name.isWellFormed()) return pointer
      if (typeof inner === 'string' || typeof inner === 'object') open.push([`${pointer}/${escape(name)}`, inner])
    }
  }
  return undefined
}

function escape(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1')
}
