import { AppError } from '@watchpost/contract'
import type { FastifyInstance } from 'fastify'
import { escapePointer } from './escape-pointer.ts'

/** Rejects lone surrogates (`"\ud800"`), which JSON allows but neither PostgreSQL nor the engine accepts as text. */
export function refuseBrokenText(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const pointer = brokenTextAt(request.body)
    if (pointer === undefined) return done()
    const errors = [{ pointer, detail: 'must not contain half of a surrogate pair' }]
    done(new AppError('invalid-request', undefined, { errors }))
  })
}

/** The pointer to a name or text that is not well-formed. Without recursion, because bodies may be deeply nested. */
export function brokenTextAt(body: unknown): string | undefined {
  const open: [pointer: string, value: unknown][] = [['#', body]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [pointer, value] = next
    if (typeof value === 'string' && !value.isWellFormed()) return pointer
    // A route that accepts raw bytes checks them itself.
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue
    for (const [name, inner] of Object.entries(value)) {
      if (!name.isWellFormed()) return pointer
      if (typeof inner === 'string' || typeof inner === 'object')
        open.push([`${pointer}/${escapePointer(name)}`, inner])
    }
  }
  return undefined
}
