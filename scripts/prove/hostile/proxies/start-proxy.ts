import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isListening, waitUntil } from '@watchpost/servers'
import { endWithUs } from '../../probes/agents/end-with-us.ts'

export interface ProxyLaunch {
  name: 'haproxy' | 'nginx'
  /** The configuration file. */
  config: string
  /** The ports on which it listens when it is ready. */
  ports: readonly number[]
}

/** A real proxy from Debian, in its own folder, until disposed. */
export async function startProxy(dir: string, { name, config, ports }: ProxyLaunch) {
  execFileSync(join(import.meta.dirname, 'install-proxies'), { stdio: 'inherit' })
  const root = join(process.env.WATCHPOST_CACHE ?? '', 'proxies')
  const folder = join(dir, name)
  mkdirSync(join(folder, 'temporary'), { recursive: true })
  const file = join(folder, `${name}.conf`)
  writeFileSync(file, config)
  const output = openSync(join(folder, `${name}.log`), 'w')
  const args = name === 'haproxy' ? ['-db', '-f', file] : ['-p', folder, '-c', file, '-e', 'stderr']
  const libraries = ['lib/x86_64-linux-gnu', 'usr/lib/x86_64-linux-gnu'].map((each) => join(root, each)).join(':')
  const child = endWithUs(
    spawn(join(root, 'usr/sbin', name), args, {
      stdio: ['ignore', output, output],
      env: { ...process.env, LD_LIBRARY_PATH: libraries },
    }),
  )
  const isUp = async () => (await Promise.all(ports.map(isListening))).every(Boolean)
  if (!(await waitUntil(isUp, { withinMs: 20_000 }))) throw new Error(`${name} did not start: see ${folder}`)
  return {
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      // On SIGTERM, nginx also stops its workers.
      child.kill('SIGTERM')
      await ended
    },
  }
}
