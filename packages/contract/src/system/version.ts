import { type Static, Type } from 'typebox'
import { commonFailures, failures } from '../problems/problem.ts'

export const Version = Type.Object({
  product: Type.String({ examples: ['Watchpost'] }),
  version: Type.String({ description: 'Version of the product.', examples: ['0.1.0'] }),
  api: Type.String({ description: 'Version of this interface; `/api` and `/api/v1` are the same.', examples: ['1'] }),
})
export type Version = Static<typeof Version>

export const readVersion = {
  operationId: 'readVersion',
  tags: ['System'],
  summary: 'Product and API version',
  response: { 200: { ...Version, description: 'What runs here.' }, ...failures(...commonFailures) },
}
