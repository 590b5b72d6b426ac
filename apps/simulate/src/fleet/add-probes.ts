import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { productFiles } from '@watchpost/runtime'
import { SetupError } from './fleet.ts'

/** Runs `watchpost probe add` for the probes 1 to `count` of a stack; existing ones keep their certificates. */
export async function addProbes(stack: string, count: number): Promise<void> {
  const settings = join(stack, 'watchpost.env')
  const words = ['probe', 'add', '--count', String(count), '--out', join(stack, 'probes')]
  const child = spawn(
    process.execPath,
    [...(existsSync(settings) ? [`--env-file=${settings}`] : []), productFiles().main('appliance'), ...words],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return
  throw new SetupError(
    `The probes could not be added (watchpost ${words.join(' ')}):\n${output.trim().split('\n').slice(-6).join('\n')}\n` +
      'Is the stack up? See `pnpm stack status`; start it with `pnpm stack up`.',
  )
}
