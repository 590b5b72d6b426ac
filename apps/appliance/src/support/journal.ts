import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { services } from '../supervise/services.ts'
import { unitOf } from '../supervise/unit-watch.ts'
import type { Page } from './gather.ts'

const run = promisify(execFile)
const LINES = 5_000
const MOST_BYTES = 64 * 1024 ** 2

/** The newest lines of each unit in the journal, which has the logs if systemd runs the services. */
export function journalPages(): Promise<Page[]> {
  return Promise.all(
    [...services, 'appliance', 'log', 'engine'].map(async (name) => {
      const options = ['--no-pager', '--output=short-iso', `--lines=${LINES}`, `--unit=${unitOf(name)}`]
      const { stdout } = await run('journalctl', options, { maxBuffer: MOST_BYTES })
      return { name: `logs/${name}.log`, text: stdout }
    }),
  )
}
