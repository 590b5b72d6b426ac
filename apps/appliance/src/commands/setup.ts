import { hostname, networkInterfaces, totalmem } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { parseEnv } from 'node:util'
import type { Finding } from '../doctor/finding.ts'
import { judgeInstallation } from '../install/check-machine.ts'
import { heapsFor } from '../install/heaps.ts'
import { files } from '../install/layout.ts'
import { lookAtMachine } from '../install/look-at-machine.ts'
import { createMachine, type Machine } from '../install/machine.ts'
import { setUpAppliance } from '../install/setup-appliance.ts'
import type { SetupAnswers } from '../install/settings-file.ts'
import { Refused } from '../refused.ts'

export interface SetupOptions {
  name?: string[]
  listen?: string
  exportNetworks?: string
  engineHeap?: number
  logHeap?: number
  /** Ask nothing. */
  yes?: boolean
  ignoreChecks?: boolean
  dryRun?: boolean
  root?: string
}

type Say = (line: string) => void
/** Asks the operator; an empty line means the default. */
type Ask = (question: string, standard: string) => Promise<string>

/** Sets up the appliance on this machine, and says how to sign in. */
export async function setUp(options: SetupOptions, say: Say): Promise<void> {
  const machine = createMachine({ root: options.root, isDry: options.dryRun, say })
  if (machine.isLive && process.getuid?.() !== 0) throw new Refused('run `watchpost setup` as root')
  if (machine.isLive || options.dryRun) await check(machine, options.ignoreChecks ?? false, say)
  const isAsking = machine.isLive && !options.yes && process.stdin.isTTY
  const { answers, given } = await answersOf(machine, options, isAsking ? askOperator : undefined)

  const standard = heapsFor(totalmem())
  const { engineHeap = standard.engineGibibytes, logHeap = standard.logMebibytes } = options
  await setUpAppliance(
    machine,
    {
      answers,
      given,
      heaps: { engineGibibytes: engineHeap, logMebibytes: logHeap },
      areHeapsGiven: options.engineHeap !== undefined || options.logHeap !== undefined,
    },
    say,
  )
  say('')
  say(`web interface:     https://${answers.names[0]}:8443/ui/`)
  say(`probes connect to: https://${answers.names[0]}:8444`)
  say(`first login:       name and password are in ${files.admin}; the password has to be changed`)
  say(`keep a copy of ${files.sealingKeys} apart from this machine: without it, sealed secrets are lost`)
}

async function check(machine: Machine, isIgnored: boolean, say: Say): Promise<void> {
  const findings = judgeInstallation(await lookAtMachine(machine))
  for (const { part, level, says, todo } of findings) {
    say(`${marks[level]}  ${part.padEnd(10)}  ${says}${todo === undefined ? '' : `\n                  → ${todo}`}`)
  }
  const isBad = findings.some(({ level }) => level === 'bad')
  if (isBad && !isIgnored) throw new Refused('this machine does not fit; --ignore-checks continues in spite of it')
}

const marks: Record<Finding['level'], string> = { good: 'ok  ', warning: 'LOOK', bad: 'BAD ' }

/** Options first, then the answers of the operator, then the settings of an earlier setup, then defaults. */
export async function answersOf(
  machine: Pick<Machine, 'read'>,
  options: SetupOptions,
  ask?: Ask,
): Promise<{ answers: SetupAnswers; given: (keyof SetupAnswers)[] }> {
  const present = parseEnv(machine.read(files.settings) ?? '')
  const given: (keyof SetupAnswers)[] = []
  async function decide(key: keyof SetupAnswers, option: string | undefined, standard: string, question: string) {
    const answer = option ?? (await ask?.(question, standard))
    if (answer !== undefined && answer !== standard) given.push(key)
    return answer ?? standard
  }
  const names = await decide(
    'names',
    options.name?.join(','),
    present.WATCHPOST_APPLIANCE_TLS_NAMES ?? ownNames().join(','),
    'Host names and IP addresses of this machine, separated by commas',
  )
  const listen = await decide(
    'listen',
    options.listen,
    present.WATCHPOST_API_HOST ?? '0.0.0.0',
    'IP address on which web interface and gateway listen',
  )
  const exportNetworks = await decide(
    'exportNetworks',
    options.exportNetworks,
    present.WATCHPOST_EXPORT_NETWORKS ?? '',
    'Networks that exports may lead to, separated by commas; empty for any but this machine',
  )
  return { answers: { names: listOf(names), listen, exportNetworks: listOf(exportNetworks) }, given }
}

const listOf = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

/** The name of this machine, and its IP addresses. */
function ownNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((each = []) => each)
  const outside = addresses.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address)
  return [hostname(), ...outside]
}

async function askOperator(question: string, standard: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = (await terminal.question(`${question}\n[${standard}] `)).trim()
    return answer === '' ? standard : answer
  } finally {
    terminal.close()
  }
}
