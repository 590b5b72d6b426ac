import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { recordProcess } from '@watchpost/runtime'
import { watchpostCommand } from '../../../stack/appliance-server.ts'
import type { Stack } from '../../../stack/stack.ts'
import { endWithUs } from '../../probes/agents/end-with-us.ts'

const main = fileURLToPath(new URL('../../../../apps/indexer/src/main.ts', import.meta.url))
/** Above the internal ports of the supervised services. */
const FIRST_PORT = 60

export interface ExtraIndexer {
  name: string
  pid: number
  port: number
  ended: Promise<void>
  isReady(): Promise<boolean>
  kill(signal: NodeJS.Signals): void
}

/** Additional, unsupervised indexers that a proof adds and removes. */
export function createExtraIndexers({ folder, state }: Stack) {
  const bySlot = new Map<number, ExtraIndexer>()

  function freeSlot(): number {
    for (let slot = 0; ; slot++) if (!bySlot.has(slot)) return slot
  }

  return {
    start(settings: Record<string, string> = {}): ExtraIndexer {
      const slot = freeSlot()
      const name = `indexer-extra-${slot}`
      const port = state.config.internalPort + FIRST_PORT + slot
      const { env } = watchpostCommand(folder, [])
      const output = openSync(join(folder.logs, `${name}.log`), 'a')
      const child = endWithUs(
        spawn(process.execPath, ['--max-old-space-size=256', main], {
          stdio: ['ignore', output, output],
          env: { ...env, WATCHPOST_INTERNAL_PORT: String(port), ...settings },
        }),
      )
      closeSync(output)
      const { pid = 0 } = child
      // Lets `down` find the process if the proof fails.
      recordProcess(join(folder.run, `${name}.json`), pid)
      const ended = once(child, 'exit').then(() => void bySlot.delete(slot))
      const extra: ExtraIndexer = {
        name,
        pid,
        port,
        ended,
        isReady: () => isReadyAt(port),
        kill: (signal) => void child.kill(signal),
      }
      bySlot.set(slot, extra)
      return extra
    },
    /** The internal ports of the running ones. */
    ports: (): number[] => [...bySlot.values()].map(({ port }) => port),
    async stopAll(): Promise<void> {
      const all = [...bySlot.values()]
      for (const each of all) each.kill('SIGTERM')
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}
export type ExtraIndexers = ReturnType<typeof createExtraIndexers>

function isReadyAt(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
