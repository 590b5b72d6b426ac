import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { productFiles } from '@watchpost/runtime'
import { Refused } from '../refused.ts'
import { askSupervisor } from '../supervise/ask-supervisor.ts'
import { services } from '../supervise/services.ts'
import { engineMemory, type Heaps, logMemory } from './heaps.ts'
import { files, KEYS_GROUP, LOG_USER, SETTINGS_GROUP } from './layout.ts'
import { prepareLogServer } from './log-server.ts'
import type { Machine } from './machine.ts'
import { answered, editSettings, type SetupAnswers, settingsFor } from './settings-file.ts'
import { prepareStoreServer } from './store-server.ts'
import { waitForEngine, waitForLog } from './wait-for-servers.ts'

export interface SetupPlan {
  answers: SetupAnswers
  /** The answers that the operator gave in this run; they replace values in the settings file. */
  given: readonly (keyof SetupAnswers)[]
  heaps: Heaps
  /** Whether the heaps were given in this run. */
  areHeapsGiven: boolean
}

type Say = (line: string) => void

const SUPERVISOR_PORT = 8_445
const READY_WITHIN_MS = 300_000
/** A service that fails right after its start is ready for a moment, again and again. */
const READY_TIMES = 5
const LOG_UNIT = 'watchpost-log.service'
const ENGINE_UNIT = 'watchpost-engine.service'
const ownUnits = [...services, 'appliance'].map((name) => `watchpost-${name}.service`)

/** Configures this machine and starts everything. A second run keeps secrets, data and changed settings. */
export async function setUpAppliance(machine: Machine, plan: SetupPlan, say: Say): Promise<void> {
  const toRestart = new Set(writeMemory(machine, plan))
  if (await prepareLogServer(machine, say)) toRestart.add(LOG_UNIT)
  await prepareStoreServer(machine, say)
  const isChanged = writeSettings(machine, plan, say)

  const servers = [LOG_UNIT, ENGINE_UNIT, 'watchpost-engine-proxy.socket']
  await machine.run(['systemctl', 'enable', ...servers])
  if (toRestart.size > 0) await machine.run(['systemctl', 'restart', ...toRestart])
  await machine.run(['systemctl', 'start', ...servers])
  if (machine.isLive) await waitForLog()
  machine.makeFolder(dirname(files.sealingKeys), { mode: 0o750, group: KEYS_GROUP })
  const lines = await machine.run([process.execPath, productFiles().main('appliance'), 'init'], {
    env: { WATCHPOST_CONFIG_FILE: files.settings },
  })
  for (const line of lines.split('\n').filter(Boolean)) say(line)
  // Only root can read a new key file, and the services of this group need it.
  machine.share(files.sealingKeys, { mode: 0o640, group: KEYS_GROUP })

  if (machine.isLive) await waitForEngine()
  await machine.run(['systemctl', 'enable', ...ownUnits, 'watchpost.target'])
  await machine.run(['systemctl', isChanged ? 'restart' : 'start', 'watchpost.target', ...ownUnits])
  if (machine.isLive) await waitUntilReady(say)
}

/** Sizes that an operator changed by hand stay. Returns the units that have to restart. */
function writeMemory(machine: Machine, { heaps, areHeapsGiven }: SetupPlan): string[] {
  const wanted = [
    { unit: ENGINE_UNIT, path: files.engineMemory, text: engineMemory(heaps), group: 'watchpost-engine' },
    { unit: LOG_UNIT, path: files.logMemory, text: logMemory(heaps), group: LOG_USER },
  ]
  return wanted.flatMap(({ unit, path, text, group }) => {
    if (machine.has(path) && !areHeapsGiven) return []
    return machine.write(path, () => text, { mode: 0o640, group }) === 'written' ? [unit] : []
  })
}

function writeSettings(machine: Machine, { answers, given }: SetupPlan, say: Say): boolean {
  const chosen = new Set<string>(given.flatMap((name) => answered[name]))
  const { text, kept } = editSettings(machine.read(files.settings), settingsFor(answers), chosen)
  const outcome = machine.write(files.settings, () => text, { mode: 0o640, group: SETTINGS_GROUP })
  say(`settings: ${files.settings} ${outcome}`)
  if (kept.length > 0) say(`settings that differ from the default and are kept: ${kept.join(', ')}`)
  return outcome === 'written'
}

async function waitUntilReady(say: Say): Promise<void> {
  let reason = 'the appliance does not answer'
  let times = 0
  for (const end = Date.now() + READY_WITHIN_MS; Date.now() < end; await sleep(1_000)) {
    try {
      const response = await askSupervisor(SUPERVISOR_PORT, '/readyz')
      times = response.ok ? times + 1 : 0
      if (times >= READY_TIMES) return say('all services are ready')
      if (!response.ok) reason = ((await response.json()) as { reason?: string }).reason ?? reason
    } catch {
      // It is not up yet.
    }
  }
  throw new Refused(`not ready: ${reason}. Run \`watchpost doctor\`.`)
}
