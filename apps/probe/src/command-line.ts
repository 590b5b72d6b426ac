import { Command, InvalidArgumentError } from 'commander'
import type { RunRequest } from './compose.ts'
import { type EnrolmentCode, readEnrolmentCode } from './enrol/enrolment-code.ts'
import { AGENT_VERSION } from './version.ts'

export interface EnrolOptions {
  appliance: string
  code: EnrolmentCode
  state: string
  eve: string
}

export interface Commands {
  enrol(options: EnrolOptions): Promise<void>
  run(options: RunRequest): Promise<void>
  status(options: { state: string }): Promise<void>
}

const STATE = '/var/lib/watchpost-probe'
const EVE = '/var/log/suricata/eve.json'
const MIB = 1024 ** 2

/** `watchpost-probe`: its commands, their options and their help. */
export function probeCommand({ enrol, run, status }: Commands): Command {
  const command = new Command('watchpost-probe')
    .description('Sends what Suricata writes to a Watchpost appliance, without losing a line.')
    .version(AGENT_VERSION)
  command
    .command('enrol')
    .description('get a certificate from the appliance, once, with the code that an administrator was shown')
    .requiredOption('--appliance <url>', 'where the appliance takes probes, for example https://host:8444', address)
    .requiredOption('--code <code>', 'the code, good for 15 minutes', code)
    .option('--state <folder>', "the agent's own folder", STATE)
    .option('--eve <file>', "Suricata's EVE file", EVE)
    .action((options: EnrolOptions) => enrol(options))
  command
    .command('run')
    .description('follow the EVE file and send it, until told to stop')
    .option('--state <folder>', "the agent's own folder", STATE)
    .option('--eve <file>', 'EVE file, if another one than when enrolling')
    .option('--max-cpu <percent>', 'share of one processor that it may use', number(1, 100))
    .option('--max-bandwidth <bytes>', 'bytes a second that it may send', number(1_000, 1e12))
    .option(
      '--spool-limit <bytes>',
      'most that may wait on disk; beyond it reading waits',
      number(MIB, 1e15),
      256 * MIB,
    )
    .option('--file-store <folder>', "Suricata's file store, if it is not the folder `filestore` next to the EVE file")
    .option('--file-store-limit <bytes>', 'most that the file store may take', number(MIB, 1e15), 1024 * MIB)
    .option('--file-keep-hours <hours>', 'how long uploaded files stay in it', number(0, 8_760), 24)
    .option('--log-level <level>', 'least level that is logged', 'info')
    .action((options: RunRequest) => run(options))
  command
    .command('status')
    .description('how the agent is: 0 well, 1 something has to be done, 3 the appliance does not answer')
    .option('--state <folder>', "the agent's own folder", STATE)
    .action((options: { state: string }) => status(options))
  return command
}

function address(text: string): string {
  if (!URL.canParse(text) || new URL(text).protocol !== 'https:') {
    throw new InvalidArgumentError('Give the address as https://host:port.')
  }
  return new URL(text).origin
}

function code(text: string): EnrolmentCode {
  const read = readEnrolmentCode(text)
  if (read === 'unreadable')
    throw new InvalidArgumentError('Give the whole code, as it was shown: two parts and a dot.')
  return read
}

function number(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text.replaceAll('_', ''))
    if (!Number.isFinite(value) || value < least || value > most) {
      throw new InvalidArgumentError(`Give a number from ${least} to ${most}.`)
    }
    return value
  }
}
