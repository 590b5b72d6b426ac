import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, relative } from 'node:path'
import { down, stopServices } from './stack/down.ts'
import { createProgress } from './stack/progress.ts'
import { loadStackConfig } from './stack/stack-config.ts'
import { stackFolder } from './stack/stack-folder.ts'
import { whileLocked } from './stack/stack-lock.ts'
import { openStack } from './stack/stack.ts'
import { readState } from './stack/stack-state.ts'
import { describe, up } from './stack/up.ts'

/**
 * Runs the whole appliance for development: services restart when their files change, and Vite serves the web app.
 * Ctrl-C stops everything; the data stay.
 */
const { dir } = loadStackConfig()
const folder = stackFolder(dir)
const progress = createProgress()

process.env.WATCHPOST_APPLIANCE_WATCH = 'true'
const stack = await whileLocked(folder, async () => {
  // Services started by `pnpm stack up` do not watch their files.
  if (readState(folder)) await stopServices(openStack(dir), progress)
  return up({ dir }, progress)
})

const web = join(import.meta.dirname, '../apps/web')
const vite = spawn(join(web, 'node_modules/.bin/vite'), {
  cwd: web,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, WATCHPOST_WEB_API: `https://127.0.0.1:${stack.state.config.apiPort}` },
})
const viteEnded = once(vite, 'exit')
console.log(`\n${describe(stack)}\n`)
console.log(`A service restarts when you save one of its files: tail -F ${relative('.', folder.logs)}/api.log`)

await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), viteEnded])
vite.kill()
await viteEnded
await whileLocked(folder, () => down(dir, progress))
