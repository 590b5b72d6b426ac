import { type ServiceName, serviceNames } from '@watchpost/runtime'
import type { LogConfig } from '../log-config.ts'
import { grantsOf } from './ensure-acls.ts'
import type { LogGrant } from './log-access.ts'

/** Options of every command: the shell splits them. */
const OPTIONS = '$KAFKA'
const options = `KAFKA='--bootstrap-server broker.example.org:9092 --command-config admin.properties'`

/** A user for each service, by the name that setup and guide use. */
export const usualUsers: ReadonlyMap<string, readonly ServiceName[]> = new Map(
  serviceNames.map((name) => [`watchpost-${name}`, [name]]),
)

/**
 * The commands of Kafka that create these users, and give them the permissions of their services. `options` comes before
 * all others.
 */
export function grantCommands(
  config: Pick<LogConfig, 'prefix'>,
  users: ReadonlyMap<string, readonly ServiceName[]>,
): { options: string; users: string[]; acls: string[] } {
  return {
    options,
    users: [...users.keys()].map(
      (user) =>
        `kafka-configs.sh ${OPTIONS} --alter --entity-type users --entity-name '${user}' --add-config 'SCRAM-SHA-512=[password=…]'`,
    ),
    acls: [...users].flatMap(([user, services]) => [
      `# ${services.join(', ')}`,
      ...grantsOf(config, services).map(
        (each) =>
          `kafka-acls.sh ${OPTIONS} --add --allow-principal 'User:${user}' --operation ${each.operation} ${target(each)}`,
      ),
    ]),
  }
}

function target({ resource, name, isPrefix }: LogGrant): string {
  if (resource === 'CLUSTER') return '--cluster'
  const pattern = isPrefix ? ' --resource-pattern-type prefixed' : ''
  return `--${resource.toLowerCase()} '${name}'${pattern}`
}
