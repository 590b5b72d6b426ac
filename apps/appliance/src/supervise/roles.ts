import { fileURLToPath } from 'node:url'

/** Every role the appliance runs, in the order of the flow. */
export const roles = ['gateway', 'indexer', 'analyzer', 'exporter', 'api'] as const
export type Role = (typeof roles)[number]

export function isRole(name: string): name is Role {
  return (roles as readonly string[]).includes(name)
}

/** The file a role's process runs. Nothing imports an app, so it is named, not imported. */
export function mainOf(role: Role): string {
  return fileURLToPath(new URL(`../../../${role}/src/main.ts`, import.meta.url))
}
