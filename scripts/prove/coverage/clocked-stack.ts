import { setTimeout as sleep } from 'node:timers/promises'
import { openStack } from '../../stack/stack.ts'
import { connectSuperuser } from '../audit/database.ts'
import { createMovedClock } from '../path/removal/moved-clock.ts'
import { makeFresh, startProofStack, up } from '../harness/stack/proof-stack.ts'
import { withSettings } from '../harness/stack/with-settings.ts'
import { installDatabaseClock, setDatabaseAhead } from './database-clock.ts'
import { HOUR_MS } from './hour.ts'

/** Services read their clock file every 100 ms. */
const FOLLOWED_MS = 250
/** Enough partitions that each probe of a scenario has its own. */
const SETTINGS = { LOG_PARTITIONS: '16', STACK_PROBES: '0' }

/**
 * A stack whose clocks the proof controls: those of the gateway, the API, the exporter and the database move together.
 * Coverage uses no other clock: the indexer uses the arrival time that the gateway wrote into the record.
 */
export async function startClockedStack(dir: string) {
  return withSettings(SETTINGS, async () => {
    await makeFresh(dir)
    await up({ dir, isServicesOnly: true })
    const stack = openStack(dir)
    await installDatabaseClock(stack)
    const services = createMovedClock(['gateway', 'api', 'exporter'])
    services.setAheadMs(0)
    const proof = await services.whileSet(() => startProofStack({ dir, isKept: true, isShareable: true }))
    const owner = connectSuperuser(stack)
    let aheadMs = 0
    // The first whole hour: nothing is known from before the stack started.
    const firstHour = (Math.floor(Date.now() / HOUR_MS) + 1) * HOUR_MS

    const clock = {
      firstHour,
      now: () => Date.now() + aheadMs,
      /** Forward only. */
      async moveTo(milliseconds: number): Promise<void> {
        if (milliseconds < clock.now()) throw new Error('the clock of a proof cannot go back')
        aheadMs = milliseconds - Date.now()
        services.setAheadMs(aheadMs)
        await setDatabaseAhead(owner, aheadMs)
        await sleep(FOLLOWED_MS)
      },
    }
    return {
      proof,
      clock,
      async [Symbol.asyncDispose]() {
        await owner.close()
        await proof[Symbol.asyncDispose]()
        services.remove()
      },
    }
  })
}
export type ClockedStack = Awaited<ReturnType<typeof startClockedStack>>
export type DrivenClock = ClockedStack['clock']
