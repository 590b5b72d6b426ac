import { ApiConfig } from '../../apps/api/src/api-config.ts'
import { ClustersConfig } from '../../apps/clusters/src/clusters-config.ts'
import { ApplianceConfig } from '../../apps/appliance/src/appliance-config.ts'
import { ExporterConfig } from '../../apps/exporter/src/exporter-config.ts'
import { GatewayConfig } from '../../apps/gateway/src/gateway-config.ts'
import { IndexerConfig } from '../../apps/indexer/src/indexer-config.ts'
import { LogOwnerConfig } from '../../packages/log/src/index.ts'
import { type Setting, settingsOf } from '../../packages/runtime/src/index.ts'
import { StoreOwnerConfig } from '../../packages/store/src/index.ts'
import { Type } from 'typebox'

const services = {
  gateway: GatewayConfig,
  indexer: IndexerConfig,
  clusters: ClustersConfig,
  exporter: ExporterConfig,
  api: ApiConfig,
  appliance: Type.Object({ appliance: ApplianceConfig, owner: StoreOwnerConfig, logOwner: LogOwnerConfig }),
}

/** Settings grouped by the first word of their name, in the order that an operator needs them. */
const sections: Record<string, string> = {
  STORE: 'PostgreSQL',
  OWNER: 'PostgreSQL and Kafka, as the owner',
  ENGINE: 'OpenSearch',
  LOG: 'Kafka',
  SECRETS: 'Secrets',
  AUDIT: 'Audit',
  FILES: 'Files of probes',
  INTERNAL: 'Health and metrics',
  LOGGER: 'Logging',
  TRACING: 'Traces',
  GATEWAY: 'Gateway',
  INDEXER: 'Indexer',
  CLUSTERS: 'Clusters',
  EXPORTER: 'Exporter',
  EXPORT: 'Where exports may lead',
  API: 'API',
  APPLIANCE: 'Supervisor and first start',
}

interface Entry {
  setting: Setting
  readers: string[]
}

/** `docs/config.md`: every boot setting and the services that read it. */
export function configPage(): string {
  const entries = collect()
  const unknown = [...entries.keys()].filter((name) => !(wordOf(name) in sections))
  if (unknown.length > 0) throw new Error(`no section for ${unknown.join(', ')}`)
  const tables = Object.entries(sections).map(([word, title]) => {
    const rows = [...entries].filter(([name]) => wordOf(name) === word).map(([name, entry]) => row(name, entry))
    return `## ${title}\n\n| variable | default | meaning | read by |\n|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return `${intro}\n${tables.join('\n')}`
}

function collect(): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  for (const [service, schema] of Object.entries(services)) {
    for (const setting of settingsOf(schema)) {
      const name = setting.leaf.secret ? `${setting.variable}_FILE` : setting.variable
      const entry = entries.get(name) ?? { setting, readers: [] }
      entry.readers.push(service)
      entries.set(name, entry)
    }
  }
  return entries
}

function wordOf(name: string): string {
  return name.split('_')[1] ?? ''
}

function row(name: string, { setting: { leaf }, readers }: Entry): string {
  const former = leaf.formerEnv ? ` Formerly \`WATCHPOST_${leaf.formerEnv}\`, which is read until 0.3.0.` : ''
  const meaning = [leaf.secret ? 'File that holds a secret: ' : '', leaf.description ?? '', bounds(leaf), former]
    .join('')
    .replaceAll('|', '\\|')
  return `| \`${name}\` | ${defaultOf(leaf)} | ${meaning} | ${readers.join(', ')} |`
}

function defaultOf(leaf: Setting['leaf']): string {
  if (leaf.default === undefined) return '~optional' in leaf ? '–' : '**required**'
  const text = [leaf.default].flat().map(String).join(',')
  return text === '' ? 'empty' : `\`${text}\``
}

function bounds({ minimum, maximum }: Setting['leaf']): string {
  if (minimum === undefined && maximum === undefined) return ''
  if (maximum === undefined) return ` From ${minimum}.`
  return minimum === undefined ? ` Up to ${maximum}.` : ` From ${minimum} to ${maximum}.`
}

const intro = `<!-- Written by \`pnpm gen\` from the configuration schemas: change it there. -->

# Settings

What a service needs to reach the servers and the other services, read from the environment when it starts. \`WATCHPOST_CONFIG_FILE\` names a file with further lines of \`NAME=value\`; the environment wins. A service that finds a wrong or unknown setting lists every problem at once and does not start.

Lists have commas between their parts. For a secret, a name that ends in \`_FILE\` takes the path of a file with the secret, so that it is in no process list. In any value, \`{service}\` stands for the name of the service that reads it (\`gateway\`, \`indexer\`, \`clusters\`, \`exporter\`, \`api\`), or for \`console\` in a \`watchpost\` command: one file can give each service its own users.

Settings that operators change while the appliance runs (the session age, for example) are in [settings.md](settings.md).
`
