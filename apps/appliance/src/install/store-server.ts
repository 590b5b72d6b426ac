import { serviceNames } from '@watchpost/runtime'
import type { Machine } from './machine.ts'

type Say = (line: string) => void

const DATABASE = 'watchpost'
const OWNER = 'watchpost'
/** Ends every line that the setup adds to files of PostgreSQL, so that they can be found and removed. */
const MARK = '# watchpost'

const roles = serviceNames.map((service) => `watchpost_${service}`)

/** Processes of these system users may log in as these database users. */
const logins: readonly (readonly [string, string])[] = [
  ['postgres', 'postgres'],
  ['root', OWNER],
  ['root', 'watchpost_console'],
  ...serviceNames.map((service) => [`watchpost-${service}`, `watchpost_${service}`] as const),
]

export const identLines = logins.map(([system, user]) => `watchpost ${system} ${user} ${MARK}`)
export const accessLine = `local ${DATABASE} all peer map=watchpost ${MARK}`

/** Creates database and users in PostgreSQL, and lets each service log in as its own user, by its system user. */
export async function prepareStoreServer(machine: Machine, say: Say): Promise<void> {
  const sql = (statement: string, database = 'postgres') =>
    machine.run(['psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', database, '-c', statement], { user: 'postgres' })
  await machine.run(['systemctl', 'enable', '--now', 'postgresql'])

  const present = new Set((await sql('select rolname from pg_roles')).split('\n'))
  const missing = [OWNER, ...roles].filter((role) => !present.has(role))
  for (const role of missing) await sql(`create role "${role}" login`)
  if ((await sql(`select 1 from pg_database where datname = '${DATABASE}'`)) === '') {
    await sql(`create database "${DATABASE}" owner "${OWNER}" encoding 'UTF8' template template0`)
  }
  await sql(`revoke all on database "${DATABASE}" from public`)
  await sql(`grant connect on database "${DATABASE}" to ${roles.map((role) => `"${role}"`).join(', ')}`)

  const [access, ident] = [await sql('show hba_file'), await sql('show ident_file')]
  const isChanged = [
    edit(machine, ident, (text) => withLines(text, identLines)),
    edit(machine, access, (text) => withFirstLine(text, accessLine)),
  ].some(Boolean)
  if (isChanged) await sql('select pg_reload_conf()')
  if (machine.isLive) say(`users of PostgreSQL: ${missing.length} made, ${roles.length + 1 - missing.length} kept`)
}

/** A plan does not know the paths. */
function edit(machine: Machine, path: string, change: (text: string) => string): boolean {
  const text = machine.isLive ? machine.read(path) : undefined
  const changed = text === undefined ? undefined : change(text)
  if (changed === undefined || changed === text) return false
  machine.replace(path, changed)
  return true
}

/** The text without earlier lines of a setup, followed by these. */
export function withLines(text: string, lines: readonly string[]): string {
  return `${[...others(text), ...lines].join('\n')}\n`
}

/** PostgreSQL uses the first line that matches a connection, so ours comes before all others. */
export function withFirstLine(text: string, line: string): string {
  return `${[line, ...others(text)].join('\n')}\n`
}

function others(text: string): string[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .filter((line) => !line.endsWith(MARK))
}
