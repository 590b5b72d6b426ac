import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { ConfigError } from '@watchpost/runtime'
import { down, reset } from './down.ts'
import { createProgress, table } from './progress.ts'
import { loadStackConfig } from './stack-config.ts'
import { stackFolder } from './stack-folder.ts'
import { whileLocked } from './stack-lock.ts'
import { statusOf, statusRows } from './status.ts'
import { describe, nextCommand, up } from './up.ts'

const usage = `pnpm stack up | down | status | reset

  up      start PostgreSQL, Kafka, OpenSearch and our services; wait until all are healthy
  down    stop them all; the data stay
  status  show every part; exit code 0 only if all are healthy
  reset   down, and remove the data (--yes: without asking)

  --brokers N          Kafka brokers, at the first start (1)
  --nodes N            OpenSearch nodes, at the first start (1)
  --copies LIST        copies of the services, for example gateway=2,indexer=2,api=2
  --services-only      the servers without our services
  --secured            at the first start: TLS and a user per service on PostgreSQL and Kafka, and the defaults of an
                       installation (rate limits, no exports to loopback, the first password must be changed)
  --insecure           let our services listen on addresses that other machines can reach
  --dir DIR            folder of the stack (.stack)

Ports and heaps are settings, WATCHPOST_STACK_…: docs/guides/operator/trial.md lists them.`

class UsageError extends Error {}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      brokers: { type: 'string' },
      nodes: { type: 'string' },
      copies: { type: 'string' },
      dir: { type: 'string' },
      'services-only': { type: 'boolean' },
      secured: { type: 'boolean' },
      insecure: { type: 'boolean' },
      yes: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  const [command] = positionals
  if (values.help || !command || positionals.length > 1) throw new UsageError(usage)
  const count = (name: 'brokers' | 'nodes') => {
    const text = values[name]
    if (text === undefined) return undefined
    if (!/^[1-9]$/.test(text)) throw new UsageError(`--${name} takes a number from 1 to 9`)
    return Number(text)
  }
  const copies = values.copies?.split(',')
  const wrong = copies?.find((each) => !/^(gateway|indexer|clusters|exporter|api)=[1-9]$/.test(each))
  if (wrong !== undefined) throw new UsageError(`--copies takes service=number, not ${wrong}`)
  return {
    command,
    dir: values.dir ?? loadStackConfig().dir,
    isConfirmed: values.yes ?? false,
    isServicesOnly: values['services-only'] ?? false,
    isInsecure: values.insecure ?? false,
    wish: { brokers: count('brokers'), nodes: count('nodes'), copies, isSecured: values.secured },
  }
}

async function isAgreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return true
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

async function run(): Promise<void> {
  const { command, dir, wish, isServicesOnly, isInsecure, isConfirmed } = readArguments()
  const folder = stackFolder(dir)
  const progress = createProgress()
  switch (command) {
    case 'up': {
      const stack = await whileLocked(folder, () => up({ dir, isServicesOnly, isInsecure, ...wish }, progress))
      console.log(`\n${describe(stack)}\n`)
      console.log(`up in ${progress.seconds()} s${isServicesOnly ? '' : `; next: ${nextCommand(stack)}`}`)
      return
    }
    case 'down':
      return whileLocked(folder, () => down(dir, progress))
    case 'status': {
      const parts = await statusOf(dir)
      console.log(table(statusRows(parts)))
      if (parts.some(({ problem }) => problem !== undefined)) process.exitCode = 1
      return
    }
    case 'reset': {
      if (!isConfirmed && !(await isAgreed(`Remove everything in ${folder.root}?`))) return
      return whileLocked(folder, () => reset(dir, progress))
    }
    default:
      throw new UsageError(usage)
  }
}

try {
  await run()
} catch (error) {
  const isUsage = error instanceof UsageError || error instanceof ConfigError
  const isArgument = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  console.error(error instanceof Error ? `stack: ${error.message}` : error)
  process.exitCode = isUsage || isArgument ? 2 : 1
}
