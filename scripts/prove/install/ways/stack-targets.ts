import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { findInstalled } from '@watchpost/servers'
import { childrenOf, watchpostCommand } from '../../../stack/appliance-server.ts'
import type { Stack } from '../../../stack/stack.ts'
import { livingProcesses, secretFile } from '../../../stack/stack-folder.ts'
import { firstLine } from './box-targets.ts'
import type { Targets } from './way.ts'

/** The same on a stack for development, whose Kafka and engine let in every local user. */
export async function stackTargets({ folder, state }: Stack): Promise<Targets> {
  const { config, dataDir } = state
  const children = await childrenOf(config.internalPort)
  const servers = livingProcesses(folder)
  const pidOf = (name: string) =>
    children.find((child) => child.name === name)?.pid ?? servers.get(name) ?? missing(name)
  const first = (root: string, ...words: string[]) =>
    firstLine(execFileSync('find', [root, '-type', 'f', ...words], { encoding: 'utf8' }))
  const { postgresBin } = findInstalled({ cache: config.cache, javaHome: config.javaHome })
  const psql = (user: string, secret: string) =>
    `PGPASSWORD="$(cat '${secretFile(folder, secret)}')" '${postgresBin}/psql' -X -At -v ON_ERROR_STOP=1` +
    ` -h 127.0.0.1 -p ${config.postgresPort} -U ${user} -d watchpost -c`
  const owner = psql('watchpost', 'store-password')
  const { command, args } = watchpostCommand(folder, [])
  return {
    engine: { options: '', url: `http://127.0.0.1:${config.openSearchPort}` },
    enginePort: config.openSearchPort,
    psql: owner,
    psqlOfAdministrator: psql('postgres', 'postgres-superuser-password'),
    psqlByNetwork: owner,
    pids: { api: pidOf('api'), indexer: pidOf('indexer'), log: pidOf('kafka-1'), engine: pidOf('opensearch-1') },
    files: {
      settings: folder.environment,
      sealingKeys: join(folder.secrets, 'sealing-keys.json'),
      password: secretFile(folder, 'store-password'),
      admin: folder.admin,
      probeKey: first(folder.probes, '-name', '*key*'),
      auditHead: join(folder.audit, 'audit-head.json'),
      logSegment: first(dataDir, '-path', '*/events-*', '-name', '*.log', '-size', '+0'),
      engineIndex: first(dataDir, '-path', '*/indices/*', '-name', 'translog.ckp'),
      storeControl: first(dataDir, '-name', 'pg_control'),
    },
    readLog: `grep -m 1 . '${join(folder.logs, 'api.log')}'`,
    stop: `kill -TERM ${pidOf('appliance')}`,
    watchpost: [`WATCHPOST_CONFIG_FILE='${folder.environment}'`, command, ...args].join(' '),
  }
}

function missing(name: string): never {
  throw new Error(`the stack has no process ${name}`)
}
