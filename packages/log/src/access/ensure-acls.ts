import { AclOperations, AclPermissionTypes, Admin, ResourcePatternTypes, ResourceTypes } from '@platformatic/kafka'
import { type ServiceName, serviceNames } from '@watchpost/runtime'
import { clientOptions, type LogConfig } from '../log-config.ts'
import { logAccess, type LogGrant } from './log-access.ts'

/**
 * Gives the users of the services their permissions on the brokers, and takes away others that they have on our topics
 * and groups. `config` names a user that may change ACLs. Returns the number of permissions.
 */
export async function ensureAcls(
  config: LogConfig,
  users: ReadonlyMap<string, readonly ServiceName[]>,
): Promise<number> {
  const admin = new Admin({ ...clientOptions(config, 'watchpost-acls'), retries: 5, retryDelay: 500 })
  const ownNames = new Set(grantsOf(config, serviceNames).map(({ name }) => name))
  try {
    let count = 0
    for (const [user, services] of users) {
      const wanted = grantsOf(config, services).map((each) => aclOf(user, each))
      const keys = new Set(wanted.map(keyOf))
      const present = await aclsOf(admin, user)
      const known = new Set(present.map(keyOf))
      const missing = wanted.filter((each) => !known.has(keyOf(each)))
      const superfluous = present.filter((each) => ownNames.has(each.resourceName) && !keys.has(keyOf(each)))
      // Add before removing, so that a running service never lacks a permission.
      if (missing.length > 0) await admin.createAcls({ creations: missing })
      if (superfluous.length > 0) await admin.deleteAcls({ filters: superfluous })
      count += wanted.length
    }
    return count
  } finally {
    await admin.close()
  }
}

/** The permissions of a user that these services share, each once. */
export function grantsOf(config: Pick<LogConfig, 'prefix'>, services: readonly ServiceName[]): LogGrant[] {
  const access = logAccess(config)
  const all = services.flatMap((service) => access[service])
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()]
}

type Acl = Parameters<Admin['createAcls']>[0]['creations'][number]

function aclOf(user: string, { resource, name, isPrefix, operation }: LogGrant): Acl {
  return {
    resourceType: ResourceTypes[resource],
    resourceName: name,
    resourcePatternType: isPrefix ? ResourcePatternTypes.PREFIXED : ResourcePatternTypes.LITERAL,
    principal: `User:${user}`,
    host: '*',
    operation: AclOperations[operation],
    permissionType: AclPermissionTypes.ALLOW,
  }
}

async function aclsOf(admin: Admin, user: string): Promise<Acl[]> {
  const resources = await admin.describeAcls({
    filter: {
      resourceType: ResourceTypes.ANY,
      resourceName: null,
      resourcePatternType: ResourcePatternTypes.ANY,
      principal: `User:${user}`,
      host: null,
      operation: AclOperations.ANY,
      permissionType: AclPermissionTypes.ANY,
    },
  })
  return resources.flatMap(({ acls, ...target }) => acls.map((acl) => ({ ...target, ...acl })))
}

function keyOf({ resourceType, resourceName, resourcePatternType, host, operation, permissionType }: Acl): string {
  return JSON.stringify([resourceType, resourceName, resourcePatternType, host, operation, permissionType])
}
