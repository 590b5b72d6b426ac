import { availableParallelism } from 'node:os'
import { Command, InvalidArgumentError } from 'commander'
import { KINDS } from './generate/mix.ts'

/** Options given on the command line. */
export interface SimulateRequest {
  probes: number
  events: number
  rate?: number
  seed: number
  kinds?: string[]
  late?: number
  alertShare?: number
  resend: number
  hours?: number
  gateway?: string
  stack: string
  oracle?: string
  batch: number
  inFlight: number
  giveUp?: number
}

/** The options with the gateway URL resolved. */
export type SimulateOptions = SimulateRequest & { gateway: string }

/** `pnpm simulate`: its options, their checks and their help. */
export function simulateCommand(run: (request: SimulateRequest) => Promise<void>): Command {
  return new Command('simulate')
    .description('A fleet of probes that sends a realistic, repeatable mix of events to the gateway.')
    .option('--probes <n>', 'how many probes send', integer(1, 100_000), 4)
    .option('--events <n>', 'how many events they send in all', integer(1, 1e12), 20_000)
    .option('--rate <n>', 'events a second in all (default: as fast as they are taken)', number(0.001))
    .option('--seed <n>', 'the same seed sends the same events', integer(0, Number.MAX_SAFE_INTEGER), 1)
    .option('--kinds <list>', `only these kinds, separated by commas: ${KINDS.join(', ')}`, kinds)
    .option(
      '--late <share>',
      'share of sessions that happened up to hours before their neighbours, for example 10% (default: 0%)',
      share,
    )
    .option('--alert-share <share>', 'share of events that are alerts (default: 2%)', share)
    .option('--resend <share>', 'share of batches sent once more after their acknowledgement', share, 0)
    .option('--hours <n>', 'how far back the events reach from the first run of the seed (default: 24)', number(0.1))
    .option('--gateway <url>', "where the gateway is (default: the stack's, https://127.0.0.1:8444)", gateway)
    .option('--stack <folder>', 'folder of the stack, with ca.pem and the certificates of the probes', '.stack')
    .option('--oracle <file>', 'where to write what was acknowledged (default: <stack>/oracle/seed-<seed>.ndjson)')
    .option('--batch <n>', 'events in one request', integer(1, 10_000), 500)
    .option(
      '--in-flight <n>',
      'requests of one probe under way at a time',
      integer(1, 64),
      Math.max(2, Math.min(4, availableParallelism() * 2)),
    )
    .option(
      '--give-up <time>',
      'end if nothing is acknowledged for so long, for example 60s or 5m (default: never)',
      time,
    )
    .action(run)
}

function integer(least: number, most: number) {
  return (text: string): number => {
    const value = Number(text.replaceAll('_', ''))
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`)
    }
    return value
  }
}

function number(least: number) {
  return (text: string): number => {
    const value = Number(text)
    if (!Number.isFinite(value) || value < least) throw new InvalidArgumentError(`Give a number of at least ${least}.`)
    return value
  }
}

function share(text: string): number {
  const [, digits, sign] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text) ?? []
  const value = Number(digits) / (sign ? 100 : 1)
  if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError('Give a share from 0% to 100%.')
  return value
}

function time(text: string): number {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? []
  if (!digits) throw new InvalidArgumentError('Give a time, for example 500ms, 60s, 5m or 1h.')
  return Number(digits) * { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[unit as 's']
}

function kinds(text: string): string[] {
  const list = [
    ...new Set(
      text
        .split(',')
        .map((each) => each.trim())
        .filter(Boolean),
    ),
  ].sort()
  const unknown = list.filter((kind) => !KINDS.includes(kind))
  if (unknown.length > 0)
    throw new InvalidArgumentError(`No such kind: ${unknown.join(', ')}. There are ${KINDS.join(', ')}.`)
  if (list.length === 0) throw new InvalidArgumentError('Name at least one kind.')
  return list
}

function gateway(text: string): string {
  if (!URL.canParse(text) || new URL(text).protocol !== 'https:') {
    throw new InvalidArgumentError('Give the address as https://host:port.')
  }
  return text
}
