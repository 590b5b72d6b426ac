import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { CommandBlock } from './read-blocks.ts'

/** The result of a block. */
export interface BlockResult {
  place: string
  /** Commands that failed, with their exit codes. */
  failures: string[]
  /** HTTP statuses that curl got, in order. */
  statuses: number[]
  /** The end of the block's output. */
  output: string
}

export interface BlockShell {
  cwd?: string
  /** The command that runs a script given as its last argument, for example in another machine. */
  command?: readonly [string, ...string[]]
  /** Commands before the first block. */
  prelude?: string
}

type Runnable = Pick<CommandBlock, 'place' | 'text'>

const BEGIN = '@@block '
const FAILURE = '@@failure '
const STATUS = '@@status '
const KEPT_OUTPUT = 2_000

/**
 * Runs blocks one after another in the same shell, as a reader would paste them. A block that fails does
 * not stop the next one.
 */
export async function runBlocks(blocks: readonly Runnable[], shell: BlockShell): Promise<BlockResult[]> {
  const [command, ...args] = shell.command ?? ['bash', '-c']
  const child = spawn(command, [...args, scriptOf(blocks, shell.prelude)], {
    ...(shell.cwd && { cwd: shell.cwd }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const results: BlockResult[] = []
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
    const block = results.at(-1)
    if (line.startsWith(BEGIN)) {
      results.push({ place: line.slice(BEGIN.length), failures: [], statuses: [], output: '' })
    } else if (line.startsWith(FAILURE)) block?.failures.push(line.slice(FAILURE.length))
    else if (line.startsWith(STATUS)) block?.statuses.push(Number(line.slice(STATUS.length)))
    else if (block) block.output = `${block.output}${line}\n`.slice(-KEPT_OUTPUT)
  }
  return results
}

/** Markers and all other output go to the same stream, so that they keep their order. */
function scriptOf(blocks: readonly Runnable[], prelude = ''): string {
  return [
    'exec 2>&1',
    'set -E -o pipefail',
    prelude,
    `trap 'failed="$? $BASH_COMMAND"; echo; echo "${FAILURE}$failed"' ERR`,
    `curl() { command curl -w '%{stderr}\\n${STATUS}%{http_code}\\n' "$@"; }`,
    ...blocks.map(({ place, text }) => `echo; echo '${BEGIN}${place}'\n${text}`),
  ].join('\n')
}
