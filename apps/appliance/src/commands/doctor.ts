import { setTimeout as sleep } from 'node:timers/promises'
import { AuditConfig } from '@watchpost/audit'
import { EngineConfig } from '@watchpost/engine'
import { LogConfig } from '@watchpost/log'
import { loadConfig } from '@watchpost/runtime'
import { SecretsConfig } from '@watchpost/secrets'
import { connectStore, StoreConfig } from '@watchpost/store'
import { Type } from 'typebox'
import { ApplianceConfig } from '../appliance-config.ts'
import { examine, type Finding } from '../doctor/finding.ts'
import { examinations } from '../doctor/look.ts'
import { Refused } from '../refused.ts'

/** Settings for checking all parts of the appliance. */
export const WholeConfig = Type.Object({
  appliance: ApplianceConfig,
  secrets: SecretsConfig,
  audit: AuditConfig,
  store: StoreConfig,
  log: LogConfig,
  engine: EngineConfig,
})

const marks = { good: 'ok  ', warning: 'LOOK', bad: 'BAD ' }

/** Checks every part of the appliance and says what to do. Throws Refused, for the exit code, when something is bad. */
export async function showFindings(options: { isJson: boolean }, say: (line: string) => void): Promise<void> {
  const config = loadConfig(WholeConfig)
  const findings = await findAll(config)
  for (const finding of findings) say(options.isJson ? JSON.stringify(finding) : lineOf(finding))
  const bad = findings.filter(({ level }) => level === 'bad').length
  const odd = findings.filter(({ level }) => level === 'warning').length
  if (!options.isJson) say(bad + odd === 0 ? '\neverything is well' : `\n${bad} bad, ${odd} to look at`)
  if (bad > 0) throw new Refused(`${bad} part(s) need help`)
}

/** An operator waits for it, so a part that hangs is reported as not answering. */
const FOLLOW_WITHIN_MS = 4_000

/** Checks repeatedly and writes each result as one line, until its input ends. Used by the supervisor. */
export async function followFindings(everySeconds: number, say: (line: string) => void): Promise<void> {
  const config = loadConfig(WholeConfig)
  process.stdin.resume().once('end', () => process.exit())
  for (;;) {
    say(JSON.stringify(await findAll(config, FOLLOW_WITHIN_MS)))
    await sleep(everySeconds * 1_000)
  }
}

/** Runs all checks. */
export async function findAll(
  config: Parameters<typeof examinations>[0] & { store: StoreConfig },
  withinMs?: number,
): Promise<Finding[]> {
  const store = connectStore({ ...config.store, poolSize: 4 }, 'doctor')
  try {
    return await examine(examinations(config, store), withinMs)
  } finally {
    await store.close()
  }
}

function lineOf({ part, level, says, todo }: Finding): string {
  const line = `${marks[level]}  ${part.padEnd(18)}  ${says}`
  return todo === undefined ? line : `${line}\n${' '.repeat(26)}→ ${todo}`
}
