import { engineRoleMapping, engineRoles } from '@watchpost/engine'

/** docs/engine-roles.md: the roles of our users on an OpenSearch cluster with the security plugin. */
export function engineRolesPage(): string {
  return `# Roles on OpenSearch

<!-- Written by pnpm gen from packages/engine/src/access/engine-roles.ts. -->

For your own OpenSearch cluster with the security plugin. \`watchpost grants opensearch\` prints the same with your \`WATCHPOST_ENGINE_PREFIX\`. \`pnpm prove install --only engine\` runs an appliance with these roles on OpenSearch 2.19.4: ingest, search and roll-over work, and the engine refuses at least 20 operations of each user.

| role | services | may |
|---|---|---|
| \`watchpost_writer\` | indexer, clusters | create, write, seal, merge and delete our indexes |
| \`watchpost_reader\` | api | read our indexes |
| \`watchpost_monitor\` | console | see health, disks and sizes; read no documents |

1. Add the roles to \`roles.yml\`:

   \`\`\`yaml
${indented(engineRoles({ prefix: '' }))}   \`\`\`

2. Add the mapping to \`roles_mapping.yml\`:

   \`\`\`yaml
${indented(engineRoleMapping((service) => `watchpost-${service}`))}   \`\`\`

3. Load both files with \`securityadmin.sh\`, and create the four users with a password of their own (\`PUT /_plugins/_security/api/internalusers/watchpost-indexer\`, and so on).
4. Set \`WATCHPOST_ENGINE_NODES\` to https URLs, \`WATCHPOST_ENGINE_CA_FILE\`, \`WATCHPOST_ENGINE_USERNAME=watchpost-{service}\` and \`WATCHPOST_ENGINE_PASSWORD_FILE\`: see [Users of the services](guides/operator/service-users.md).

Index settings that only speed up the engine are left out on versions that do not know them. Limits of searches are never left out. \`watchpost doctor\` reports versions before 3.7.0, because one search can end a node of these.
`
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '   ')
}
