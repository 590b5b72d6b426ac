import { Type } from 'typebox'

/** The header of a listing in pages. `path` is an example of the next one. */
export function nextLink(path?: string) {
  return {
    link: Type.String({
      description: '`<…>; rel="next"` while there is more: call it as it is.',
      ...(path !== undefined && { examples: [`<${path}>; rel="next"`] }),
    }),
  }
}
