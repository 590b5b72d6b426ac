import type { DebianMachine } from './debian-machine.ts'

/** What is on a machine that a package can leave behind. */
export interface MachineState {
  processes: string[]
  files: string[]
  users: string[]
  ports: string[]
  units: string[]
  /** Settings of others that name us. */
  mentions: string[]
}

const OURS = /watchpost|opensearch|kafka/i

/** Everything of ours on the machine: processes, files outside of /proc, users and groups, listening ports, units. */
export function ourTraces(machine: DebianMachine): MachineState {
  const lines = (command: string, ...args: string[]) => machine.tryRun(command, ...args).output.split('\n')
  const find = [
    '/',
    '-xdev',
    '(',
    '-path',
    '/proc',
    '-o',
    '-path',
    '/srv',
    ')',
    '-prune',
    '-o',
    '-iname',
    '*watchpost*',
  ]
  return {
    processes: lines('ps', '-eo', 'user:32,args').filter((line) => OURS.test(line) && !line.includes('ps -eo')),
    files: [...lines('find', ...find, '-print'), ...lines('find', '/run', '-iname', '*watchpost*')].filter(Boolean),
    users: lines('cat', '/etc/passwd', '/etc/group', '/etc/shadow', '/etc/gshadow').filter((line) => OURS.test(line)),
    ports: lines('ss', '-Hltn')
      .map((line) => /:(\d+)\s/.exec(line)?.[1] ?? '')
      .filter((port) => ['8443', '8444', '8445', '9092', '9093', '9200', '9300'].includes(port)),
    // Tools that change users keep the state before as passwd-, group- and so on. The proof wrote /etc/hosts.
    mentions: lines('grep', '-rlI', '--exclude=hosts', 'watchpost', '/etc').filter((path) => /[^-]$/.test(path)),
    // systemd remembers a unit without a file while its empty control group exists, which it cannot remove in a container
    // of control groups version 1.
    units: lines('systemctl', 'list-units', '--all', '--plain', '--no-legend', 'watchpost*').filter(
      (line) => line !== '' && !/ not-found +inactive +dead /.test(line),
    ),
  }
}

/** One line for a report; "none" if nothing is left. */
export function describeTraces(state: MachineState): string {
  const parts = Object.entries(state).flatMap(([name, found]: [string, string[]]) =>
    found.length > 0 ? `${name}: ${found.slice(0, 4).join(', ')}` : [],
  )
  return parts.join('; ') || 'none'
}
