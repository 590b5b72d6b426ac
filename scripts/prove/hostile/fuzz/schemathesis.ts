import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { endWithUs } from '../../probes/agents/end-with-us.ts'
import { destructive } from './plan.ts'
import { Tally } from './tally.ts'

/** The input of the hooks. */
export interface FuzzOrder {
  identity: { kind: 'token' | 'cookie'; username: string; password: string } | { kind: 'key'; key: string }
  login: { host: string; port: number; ca: string; source: string }
  renewal_seconds: number
  /** One value in this many gets a NUL. */
  nul_every: number
  /** Ids that the fuzzer itself needs, and the id to use instead. */
  protected_users: string[]
  protected_keys: string[]
  victim: number
  /** The target of exports: nothing listens there. */
  closed_port: number
}

export interface SchemathesisRun {
  /** A separate folder. */
  folder: string
  description: string
  url: string
  ca?: string
  order: FuzzOrder
  seed: number
  cases: number
  /** Regular expressions for the names of operations. */
  include?: string
  isDestructive?: boolean
}

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'no_engine_text',
]
const WITHIN_SECONDS = 3_600
/** Exit codes: 0 without failures, 1 with failures. Any other code means that it did not complete. */
const ENDED = [0, 1]

const notTried = { operation: 'some operations', check: 'could not be tried', status: 0, request: '' }

/** Installs it if missing; returns its folder. */
export function installSchemathesis(): string {
  return execFileSync(join(import.meta.dirname, '../install-schemathesis'), { encoding: 'utf8' }).trim()
}

/** Runs it to its end and reads what the hooks recorded. */
export async function runSchemathesis(packages: string, run: SchemathesisRun): Promise<Tally> {
  const orderFile = join(run.folder, 'order.json')
  const tallyFile = join(run.folder, 'tally.json')
  const words = readFileSync(join(import.meta.dirname, '../attacks/engine-words.json'), 'utf8')
  const order = { ...run.order, tally: tallyFile, engine_words: JSON.parse(words) as string[] }
  writeFileSync(orderFile, JSON.stringify(order), { mode: 0o600 })
  const child = spawn('python3', ['-m', 'schemathesis.cli', ...argsOf(run)], {
    cwd: run.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: run.folder,
      PYTHONPATH: packages,
      PYTHONDONTWRITEBYTECODE: '1',
      SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'hooks.py'),
      WATCHPOST_FUZZ_ORDER: orderFile,
    },
  })
  endWithUs(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const timer = setTimeout(() => child.kill('SIGKILL'), WITHIN_SECONDS * 1_000)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  clearTimeout(timer)
  writeFileSync(join(run.folder, 'output.txt'), output)
  if (code === null || !ENDED.includes(code))
    throw new Error(`schemathesis ended with ${code}: ${output.slice(-2_000)}`)
  const tally = Value.Parse(Tally, JSON.parse(readFileSync(tallyFile, 'utf8')))
  const errors = errorsIn(output).map((message) => ({ ...notTried, message }))
  return { ...tally, failures: [...tally.failures, ...errors] }
}

function argsOf({ description, url, ca, seed, cases, include, isDestructive }: SchemathesisRun): string[] {
  const options = {
    url,
    phases: 'fuzzing',
    'max-examples': String(cases),
    seed: String(seed),
    checks: CHECKS.join(),
    'generation-database': 'none',
    'generation-with-security-parameters': 'false',
    'suppress-health-check': 'all',
    'request-timeout': '60',
    warnings: 'off',
    'output-sanitize': 'false',
    ...(ca && { 'tls-verify': ca }),
    ...(include && { 'include-name-regex': include }),
    ...(isDestructive !== undefined && { [isDestructive ? 'include-name-regex' : 'exclude-name-regex']: destructive }),
  }
  const named = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  return ['run', description, ...named, '--no-shrink', '--continue-on-failure', '--no-color']
}

/** The cases it reports as untested: a case that was not sent proves nothing. */
export function errorsIn(output: string): string[] {
  const [, errors] = /^=+ ERRORS =+$([\s\S]*?)^=+ /m.exec(output) ?? []
  return errors === undefined ? [] : [errors.trim().slice(0, 1_500)]
}
