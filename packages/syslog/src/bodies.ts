import type { BodyFormat } from './body.ts'
import { jsonBody } from './body-json.ts'

/** All formats, by the name that an export uses. */
export const bodies = { json: jsonBody } as const satisfies Record<string, BodyFormat>

export type BodyName = keyof typeof bodies
export const bodyNames = Object.keys(bodies) as BodyName[]
