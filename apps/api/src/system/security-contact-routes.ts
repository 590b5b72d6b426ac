import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { readSecurityContact } from '@watchpost/contract'

const DAY_MS = 86_400_000
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180

/** Tells people who found a vulnerability whom to contact (RFC 9116). */
export function securityContactRoutes(contact: string, now: () => number = Date.now): FastifyPluginAsyncTypebox {
  return async (app) => {
    const options = { schema: readSecurityContact, config: { permission: 'public' } } as const
    app.get('/.well-known/security.txt', options, async (_request, reply) => {
      reply.type('text/plain; charset=utf-8')
      return securityText(contact, now())
    })
  }
}

/** The contact is a current setting, so its expiry moves on from day to day. */
function securityText(contact: string, now: number): string {
  const expires = new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS)
  const lines = [
    '# Found a vulnerability? Write to this contact. Do not include data of others, and stop once you have shown it.',
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    'Preferred-Languages: en',
  ]
  return `${lines.join('\n')}\n`
}
