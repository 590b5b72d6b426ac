import { setTimeout as sleep } from 'node:timers/promises'
import type { Stack } from '../../../../stack/stack.ts'
import { stageTimes } from '../../../harness/stage-times.ts'

const LOOK_EVERY_MS = 1_000
/** CPU share below which a stack counts as idle. Idle services poll a few times a second. */
const QUIET_SHARE = 0.3
const QUIET_LOOKS = 3
const PATIENCE_MS = 180_000

/** Waits until the processes of a stack are idle, so that merges of one turn do not slow down the next. */
export async function untilQuiet({ folder }: Stack): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  let before = spent(folder)
  for (let quiet = 0; quiet < QUIET_LOOKS && Date.now() < end; ) {
    await sleep(LOOK_EVERY_MS)
    const now = spent(folder)
    quiet = now - before < (QUIET_SHARE * LOOK_EVERY_MS) / 1_000 ? quiet + 1 : 0
    before = now
  }
}

function spent(folder: Stack['folder']): number {
  return Object.values(stageTimes(folder, {})).reduce((sum, each) => sum + each, 0)
}
