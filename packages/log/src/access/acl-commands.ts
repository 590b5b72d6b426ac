import type { ServiceName } from '@watchpost/runtime'
import type { LogConfig } from '../log-config.ts'
import { grantsOf } from './ensure-acls.ts'
import type { LogGrant } from './log-access.ts'

/** The same permissions as arguments of `kafka-acls.sh`, one line each, for an operator who sets them by hand. */
export function aclCommands(
  config: Pick<LogConfig, 'prefix'>,
  user: string,
  services: readonly ServiceName[],
): string[] {
  return grantsOf(config, services).map(
    (each) => `--add --allow-principal 'User:${user}' --operation ${each.operation} ${target(each)}`,
  )
}

function target({ resource, name, isPrefix }: LogGrant): string {
  if (resource === 'CLUSTER') return '--cluster'
  const pattern = isPrefix ? ' --resource-pattern-type prefixed' : ''
  return `--${resource.toLowerCase()} '${name}'${pattern}`
}
