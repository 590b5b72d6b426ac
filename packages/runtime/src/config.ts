import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { errorCode } from './error-code.ts'
import { Secret } from './secret.ts'
import type { ServiceName } from './service-names.ts'

const PREFIX = 'WATCHPOST_'

/** Stands for the name of the service in any value, so that one file can give each service its own user. */
const PLACEHOLDER = '{service}'

export interface LoadOptions {
  /** For a schema with only some settings of a fragment: names that it lacks are not typos. */
  isPartial?: boolean
  /** The service that reads the settings. */
  service?: ServiceName
}

/** First word of each variable. A name outside these, or unknown within those a service reads, is a typo. */
const FRAGMENTS = [
  'CONFIG',
  'CACHE',
  'STACK',
  'INTERNAL',
  'LOG',
  'ENGINE',
  'STORE',
  'OWNER',
  'SECRETS',
  'AUDIT',
  'FILES',
  'GATEWAY',
  'INDEXER',
  'CLUSTERS',
  'ANALYZER',
  'EXPORTER',
  'EXPORT',
  'API',
  'APPLIANCE',
  'SIMULATE',
  'LOGGER',
  'TRACING',
  'PROVE',
] as const

/** Metadata of a leaf of a configuration schema, in addition to its type. */
interface Leaf extends TSchema {
  env?: string
  /** The name in the previous release. It is read, with a warning, until the next one. */
  formerEnv?: string
  type?: string
  default?: unknown
  secret?: boolean
  /** Belongs to another service and is read here too. This service does not know the rest of its fragment. */
  isBorrowed?: boolean
  description?: string
  minimum?: number
  maximum?: number
}

export interface Setting {
  path: string
  variable: string
  leaf: Leaf
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`the configuration has ${problems.length} problem(s):\n${problems.map((each) => `  - ${each}`).join('\n')}`)
    this.problems = problems
  }
}

/** All settings of a schema, depth first: what `loadConfig` reads and `docs/config.md` lists. */
export function settingsOf(schema: TSchema, path = ''): Setting[] {
  const properties = (schema as { properties?: Record<string, TSchema> }).properties ?? {}
  return Object.entries(properties).flatMap(([name, child]) => {
    const here = path ? `${path}.${name}` : name
    const leaf = child as Leaf
    return leaf.env ? [{ path: here, variable: PREFIX + leaf.env, leaf }] : settingsOf(child, here)
  })
}

/**
 * Reads the settings of a service from the environment, and those it does not set from the file in
 * `WATCHPOST_CONFIG_FILE` (lines of NAME=value). `{service}` in a value becomes the name of the service. Reports all
 * problems at once and returns a frozen value.
 */
export function loadConfig<S extends TSchema>(
  schema: S,
  env: NodeJS.ProcessEnv = process.env,
  { isPartial = false, service = 'console' }: LoadOptions = {},
): Static<S> {
  const problems: string[] = []
  const values = forService({ ...readFile(env[`${PREFIX}CONFIG_FILE`], problems), ...env }, service)
  const settings = settingsOf(schema)
  if (!isPartial) problems.push(...unknownNames(values, settings))

  const config: Record<string, unknown> = {}
  for (const setting of settings) {
    const value = readSetting(setting, values, problems)
    assign(config, setting.path.split('.'), value)
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return deepFreeze(config) as Static<S>
}

function readFile(path: string | undefined, problems: string[]): NodeJS.Dict<string> {
  if (!path) return {}
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch (error) {
    problems.push(`${PREFIX}CONFIG_FILE: ${path} cannot be read (${errorCode(error)})`)
    return {}
  }
}

function forService(values: NodeJS.Dict<string>, service: ServiceName): NodeJS.Dict<string> {
  const own = Object.entries(values).filter(([name]) => name.startsWith(PREFIX))
  return Object.fromEntries(own.map(([name, value]) => [name, value?.replaceAll(PLACEHOLDER, service)]))
}

function unknownNames(values: NodeJS.Dict<string>, settings: Setting[]): string[] {
  const known = new Set(
    settings.flatMap(({ variable, leaf }) => [
      leaf.secret ? `${variable}_FILE` : variable,
      ...(leaf.formerEnv ? [PREFIX + leaf.formerEnv] : []),
    ]),
  )
  known.add(`${PREFIX}CONFIG_FILE`)
  const own = new Set(settings.filter(({ leaf }) => !leaf.isBorrowed).map(({ leaf }) => leaf.env?.split('_')[0]))
  return Object.keys(values)
    .filter((name) => name.startsWith(PREFIX) && !known.has(name))
    .flatMap((name) => {
      const fragment = name.slice(PREFIX.length).split('_')[0] ?? ''
      const isOthers = FRAGMENTS.includes(fragment as (typeof FRAGMENTS)[number]) && !own.has(fragment)
      return isOthers ? [] : [`${name}: no such setting`]
    })
}

function readSetting({ variable, leaf }: Setting, values: NodeJS.Dict<string>, problems: string[]): unknown {
  if (leaf.secret) return readSecret(variable, values, leaf, problems)
  const text = values[variable] ?? formerValue(variable, leaf, values)
  if (text === undefined || text === '') {
    if (leaf.default !== undefined) return leaf.default
    if ('~optional' in leaf) return undefined
    problems.push(`${variable}: missing (${leaf.description ?? 'required'})`)
    return undefined
  }
  const value = convert(text, leaf)
  const issue = Value.Errors(leaf, value)[0]
  if (!issue) return value
  problems.push(`${variable}: ${issue.message}, got "${text}"`)
  return undefined
}

function formerValue(variable: string, { formerEnv }: Leaf, values: NodeJS.Dict<string>): string | undefined {
  const former = formerEnv && values[PREFIX + formerEnv]
  if (former) process.emitWarning(`${PREFIX}${formerEnv} is now ${variable}. Rename it before the next release.`)
  return former
}

function convert(text: string, leaf: Leaf): unknown {
  if (leaf.type === 'integer' || leaf.type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (leaf.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  if (leaf.type === 'array')
    return text
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
  return text
}

function readSecret(variable: string, values: NodeJS.Dict<string>, leaf: Leaf, problems: string[]): Secret | undefined {
  const path = values[`${variable}_FILE`]
  if (!path) {
    if (!('~optional' in leaf)) problems.push(`${variable}_FILE: missing (${leaf.description ?? 'required'})`)
    return undefined
  }
  try {
    return new Secret(readFileSync(path, 'utf8').replace(/\n$/, ''))
  } catch (error) {
    problems.push(`${variable}_FILE: ${path} cannot be read (${errorCode(error)})`)
    return undefined
  }
}

/** A fragment exists even if none of its settings is given. */
function assign(target: Record<string, unknown>, path: string[], value: unknown): void {
  const [head, ...rest] = path as [string, ...string[]]
  if (rest.length > 0) assign((target[head] ??= {}) as Record<string, unknown>, rest, value)
  else if (value !== undefined) target[head] = value
}

function deepFreeze<T>(value: T): T {
  if (value === null || typeof value !== 'object' || value instanceof Secret) return value
  for (const each of Object.values(value)) deepFreeze(each)
  return Object.freeze(value)
}
