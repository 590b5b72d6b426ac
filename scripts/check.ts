import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'

/** Runs every check that needs no server. `--json FILE` also writes the results of the unit tests to that file. */
const { values } = parseArgs({ options: { json: { type: 'string' } } })
const root = join(import.meta.dirname, '..')
const report = values.json ? ['--reporter=json', `--outputFile.json=${values.json}`] : []

const SHOWN_LINES = 150

interface Step {
  name: string
  command: string[]
}

const steps: Step[] = [
  // Start the slow steps first: they determine the total time.
  {
    name: 'unit tests',
    command: ['vitest', 'run', '--project', 'unit', '--project', 'dom', '--reporter=default', ...report],
  },
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'types web', command: ['tsc', '--noEmit', '-p', 'apps/web'] },
  { name: 'unused', command: ['knip', '--no-progress'] },
  { name: 'format', command: ['biome', 'format', '.'] },
  { name: 'imports', command: ['node', 'scripts/check-imports.ts'] },
  { name: 'words', command: ['node', 'scripts/check-words.ts'] },
  { name: 'docs', command: ['node', 'scripts/gen.ts', '--check'] },
].filter(({ command }) => command[0] !== 'node' || existsSync(join(root, command[1] ?? '')))

interface Result extends Step {
  isGood: boolean
  seconds: number
  output: string
}

function run(step: Step): Promise<Result> {
  const startedAt = performance.now()
  const [command = '', ...args] = step.command
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, PATH: path, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
    const end = (isGood: boolean) =>
      resolve({ ...step, isGood, seconds: (performance.now() - startedAt) / 1000, output })
    child.once('error', (error) => {
      output += error.message
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}

/** The end of the output names the error; the rest may be very long. */
function tailOf(output: string): string {
  const lines = output.trimEnd().split('\n')
  return lines.length <= SHOWN_LINES ? lines.join('\n') : ['…', ...lines.slice(-SHOWN_LINES)].join('\n')
}

const startedAt = performance.now()
// Two at a time: each slow step already uses more than one core.
const waiting = [...steps]
const results: Result[] = []
async function work(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const result = await run(step)
    results.push(result)
    console.log(
      `${result.isGood ? 'ok    ' : 'FAILED'}  ${step.name.padEnd(11)} ${result.seconds.toFixed(1).padStart(5)} s`,
    )
  }
}
await Promise.all([work(), work()])

for (const { output } of results.filter(({ isGood }) => isGood))
  for (const line of output.split('\n')) if (line.startsWith('warning: ')) console.log(line)
const failed = results.filter(({ isGood }) => !isGood)
for (const { name, command, output } of failed) {
  console.error(`\n--- ${name}: ${command.join(' ')}\n${tailOf(output)}`)
}
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
console.log(
  failed.length === 0
    ? `\nall ${results.length} checks passed in ${seconds} s`
    : `\n${failed.length} of ${results.length} checks failed in ${seconds} s: ${failed.map(({ name }) => name).join(', ')}`,
)
if (failed.length > 0) process.exitCode = 1
