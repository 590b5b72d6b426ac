import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freePorts } from '@watchpost/servers'
import { endWithUs } from '../../agents/end-with-us.ts'
import { sensorEnvironment } from '../../sensor/sensor-root.ts'

/** Builds EveBox unless it is cached, which takes up to an hour; returns the folder of its executable. */
export function installEveBox(): string {
  const installer = join(import.meta.dirname, 'install-evebox')
  return execFileSync(installer, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
}

/** An EveBox server with SQLite, its single-machine setup, that reads files from their beginning. */
export async function startEveBox(root: string, dir: string, files: readonly string[]) {
  const data = join(dir, 'data')
  mkdirSync(data, { recursive: true })
  const [port = 0] = await freePorts(1)
  const output = openSync(join(dir, 'evebox.log'), 'a')
  const options = ['--sqlite', '--no-auth', '--no-tls', '--port', String(port), '--data-directory', data]
  const child = spawn(join(root, 'evebox'), ['server', ...options, ...files], {
    stdio: ['ignore', output, output],
    env: sensorEnvironment(),
  })
  closeSync(output)
  endWithUs(child)
  const { pid } = child
  if (pid === undefined) throw new Error('EveBox did not start')
  const database = join(data, 'events.sqlite')
  let reader: DatabaseSync | undefined

  return {
    pid: () => pid,
    /** The number of committed events. */
    count(): number {
      if (child.exitCode !== null) throw new Error(`EveBox ended with ${child.exitCode}`)
      if (!existsSync(database)) return 0
      try {
        reader ??= new DatabaseSync(database, { readOnly: true })
        // Row ids start at 1 and none is deleted: counting would read all rows every time.
        return Number(reader.prepare('SELECT max(rowid) AS newest FROM events').get()?.newest ?? 0)
      } catch (error) {
        // It is creating its tables or committing.
        if (error instanceof Error && /no such table|locked|busy/.test(error.message)) return 0
        throw error
      }
    },
    /** The size of all its files. */
    bytes: () => readdirSync(data).reduce((sum, name) => sum + statSync(join(data, name)).size, 0),
    async stop(): Promise<void> {
      reader?.close()
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
