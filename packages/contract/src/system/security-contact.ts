import { Type } from 'typebox'
import { failures } from '../problems/problem.ts'

const example = 'Contact: mailto:security@watchpost.example\nExpires: 2027-05-17T00:00:00Z\nPreferred-Languages: en\n'

export const readSecurityContact = {
  operationId: 'readSecurityContact',
  tags: ['System'],
  summary: 'Contact for vulnerability reports',
  description:
    'A security.txt file (RFC 9116). `Contact` is the boot setting `WATCHPOST_API_SECURITY_CONTACT`. `Expires` is 180 days after the start of the current day (UTC).',
  security: [],
  response: {
    200: {
      description: 'The contact.',
      content: { 'text/plain': { schema: Type.Unsafe<string>({ type: 'string', examples: [example] }) } },
    },
    ...failures('internal'),
  },
}
