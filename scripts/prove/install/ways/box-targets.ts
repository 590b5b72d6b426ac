import type { DebianMachine } from '../packages/machine/debian-machine.ts'
import type { Targets } from './way.ts'

const STATE = '/var/lib'
/** The settings file is closed, but other users can know what is in it. */
const ownSettings = [
  'WATCHPOST_CONFIG_FILE=/dev/null',
  "WATCHPOST_STORE_URL='postgres://watchpost_console@localhost/watchpost?host=/run/postgresql'",
  'WATCHPOST_SECRETS_KEY_FILE=/etc/watchpost/keys/sealing-keys.json',
].join(' ')

/** Where the packages put everything, and the way in that each server has. */
export function boxTargets({ run }: DebianMachine): Targets {
  const pidOf = (unit: string) =>
    Number(run('systemctl', 'show', '--property=MainPID', '--value', `watchpost-${unit}.service`))
  const first = (folder: string, ...words: string[]) => firstLine(run('find', folder, '-type', 'f', ...words))
  const psql = (options: string) => `psql -X -At -v ON_ERROR_STOP=1 ${options} -c`
  return {
    engine: { options: '--unix-socket /run/watchpost/engine.sock', url: 'http://engine' },
    enginePort: 9_200,
    psql: psql('-h /run/postgresql -U watchpost -d watchpost'),
    psqlOfAdministrator: psql('-h /run/postgresql -U postgres -d watchpost'),
    psqlByNetwork: `PGPASSWORD=watchpost ${psql('-h 127.0.0.1 -U watchpost -d watchpost')}`,
    pids: { api: pidOf('api'), indexer: pidOf('indexer'), log: pidOf('log'), engine: pidOf('engine') },
    files: {
      settings: '/etc/watchpost/watchpost.env',
      sealingKeys: '/etc/watchpost/keys/sealing-keys.json',
      password: '/etc/watchpost/gateway/log-password',
      admin: `${STATE}/watchpost/admin.json`,
      probeKey: first(`${STATE}/watchpost-probe`, '-name', '*key*'),
      auditHead: `${STATE}/watchpost/audit/audit-head.json`,
      logSegment: first(`${STATE}/watchpost-log/data`, '-path', '*/events-*', '-name', '*.log', '-size', '+0'),
      engineIndex: first(`${STATE}/watchpost-engine`, '-path', '*/indices/*', '-name', 'translog.ckp'),
      storeControl: first(`${STATE}/postgresql`, '-name', 'pg_control'),
    },
    readLog: 'journalctl -u watchpost-api -n 1 | grep watchpost-api',
    stop: 'systemctl stop watchpost.target',
    watchpost: `env ${ownSettings} watchpost`,
  }
}

export function firstLine(text: string): string {
  const [line] = text.split('\n')
  if (!line) throw new Error('a file that every appliance has is missing')
  return line
}
