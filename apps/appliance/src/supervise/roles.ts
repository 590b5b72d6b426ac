import { fileURLToPath } from 'node:url'

/** Every service that the appliance runs, in the order of the data flow. */
export const roles = ['gateway', 'indexer', 'clusters', 'exporter', 'api'] as const
export type Role = (typeof roles)[number]

/** The name of the service before 0.2.0. Remove it in 0.3.0. */
const FORMER_NAME = /^analyzer\b/

/** The current name of a service, a copy (`api-2`) or a number of copies (`api=2`). */
export function currentName(name: string): string {
  return name.replace(FORMER_NAME, 'clusters')
}

export function isRole(name: string): name is Role {
  return (roles as readonly string[]).includes(name)
}

/** The main file of a service. An app must not be imported, so this is a path. */
export function mainOf(role: Role): string {
  return fileURLToPath(new URL(`../../../${role}/src/main.ts`, import.meta.url))
}
