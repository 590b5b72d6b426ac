import type { ServiceName } from '@watchpost/runtime'
import { type Privilege, sequenceAccess, tableAccess } from './store-access.ts'

/**
 * The SQL that gives a user the privileges of these services, and takes away all others in the schema. To be run by the
 * owner of the tables.
 */
export function grantStatements(user: string, services: readonly ServiceName[]): string[] {
  const to = quoted(user)
  return [
    `revoke all on all tables in schema public from ${to}`,
    `revoke all on all sequences in schema public from ${to}`,
    `revoke create on schema public from ${to}`,
    `grant usage on schema public to ${to}`,
    ...grants('table', tableAccess, services, to),
    ...grants('sequence', sequenceAccess, services, to),
  ]
}

function grants(
  kind: 'table' | 'sequence',
  access: Readonly<Record<string, Partial<Record<ServiceName, readonly Privilege[]>>>>,
  services: readonly ServiceName[],
  to: string,
): string[] {
  return Object.entries(access).flatMap(([name, byService]) => {
    const privileges = new Set(services.flatMap((service) => byService[service] ?? []))
    return privileges.size === 0 ? [] : [`grant ${[...privileges].join(', ')} on ${kind} ${quoted(name)} to ${to}`]
  })
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
