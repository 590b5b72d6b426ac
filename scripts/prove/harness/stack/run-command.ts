import { spawn } from 'node:child_process'

/** Runs one of our commands to its end and streams its output. Throws if it fails. */
export async function runCommand(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${code}`)
}
