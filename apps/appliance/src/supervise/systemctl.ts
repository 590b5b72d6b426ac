import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { parseUnits, UNIT_PROPERTIES, type UnitState } from './unit-state.ts'

const run = promisify(execFile)
const WITHIN_MS = 10_000

/** Reads the state of all units with one call. A unit that does not exist is in the result as well. */
export async function readUnits(units: readonly string[]): Promise<Map<string, UnitState>> {
  const { stdout } = await run(
    'systemctl',
    ['show', '--no-pager', '--timestamp=unix', `--property=${UNIT_PROPERTIES.join(',')}`, '--', ...units],
    { timeout: WITHIN_MS, env: { ...process.env, LC_ALL: 'C' } },
  )
  return parseUnits(stdout)
}
