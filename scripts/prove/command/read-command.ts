import { parseArgs } from 'node:util'
import { helpOf, overview } from './help.ts'
import type { ExtraOption, Proof, RunOptions } from './proof.ts'

export type Command =
  | { kind: 'run'; proof: Proof; isShared: boolean; options: RunOptions }
  | { kind: 'help'; text: string }
  /** The command line is wrong; `text` says how. */
  | { kind: 'usage'; text: string }

const extraOptions = ['burners', 'node-flags', 'against'] as const satisfies readonly ExtraOption[]

/** Reads the arguments of `pnpm prove`. */
export function readCommand(args: readonly string[], proofs: readonly Proof[]): Command {
  try {
    return commandOf(parse(args), proofs)
  } catch (error) {
    if (error instanceof Error && (error instanceof UsageError || isParseError(error)))
      return { kind: 'usage', text: `${error.message}\nSee: pnpm prove --help` }
    throw error
  }
}

class UsageError extends Error {}

function isParseError(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      ci: { type: 'boolean', default: false },
      share: { type: 'boolean', default: false },
      dir: { type: 'string', default: '.stack-prove' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
      except: { type: 'string' },
      events: { type: 'string' },
      burners: { type: 'string' },
      'node-flags': { type: 'string' },
      against: { type: 'string' },
    },
  })
}

type Values = ReturnType<typeof parse>['values']

function commandOf({ values, positionals }: ReturnType<typeof parse>, proofs: readonly Proof[]): Command {
  const [topic, ...rest] = positionals
  if (topic === undefined) return { kind: values.help ? 'help' : 'usage', text: overview(proofs) }
  const proof = proofs.find((each) => each.topic === topic)
  if (!proof) throw new UsageError(`no such topic: ${topic}. Topics: ${proofs.map((each) => each.topic).join(', ')}`)
  if (values.help) return { kind: 'help', text: helpOf(proof) }
  if (rest.length > 0) throw new UsageError(`one topic at a time: ${rest.join(' ')} is too much`)
  for (const name of ['events', ...extraOptions] as const) {
    if (values[name] !== undefined && proof.options?.[name] === undefined)
      throw new UsageError(`${topic} has no option --${name}`)
  }
  return { kind: 'run', proof, isShared: values.share, options: runOptions(values, proof) }
}

function runOptions(values: Values, proof: Proof): RunOptions {
  const options: Partial<Record<ExtraOption, string>> = {}
  for (const name of extraOptions) if (values[name] !== undefined) options[name] = values[name]
  return {
    dir: values.dir,
    isSmall: values.ci,
    seed: wholeNumber('seed', values.seed),
    only: chosenParts(values, proof),
    ...(values.events !== undefined && { events: wholeNumber('events', values.events) }),
    options,
  }
}

/** The parts that `--only` names, or all but those that `--except` names. */
function chosenParts({ only, except, ci }: Values, { topic, parts, fullSizeOnly = [] }: Proof): string[] {
  const names = Object.keys(parts)
  const wanted = only?.split(',') ?? names.filter((name) => !ci || !fullSizeOnly.includes(name))
  const unwanted = except?.split(',') ?? []
  const unknown = [...wanted, ...unwanted].filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    const known = names.length > 0 ? `Parts: ${names.join(', ')}` : 'It has no parts'
    throw new UsageError(`${topic} has no part ${unknown.join(', ')}. ${known}`)
  }
  return names.filter((name) => wanted.includes(name) && !unwanted.includes(name))
}

function wholeNumber(name: string, value: string): number {
  if (!/^\d+$/.test(value)) throw new UsageError(`--${name} must be a whole number, not ${JSON.stringify(value)}`)
  return Number(value)
}
