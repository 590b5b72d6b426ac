import { setImmediate as turn } from 'node:timers/promises'
import { createLogger } from '@watchpost/runtime'
import { type DeliveryPorts, openDelivery } from '../src/delivery.ts'
import type { Clock } from '../src/disk/clock.ts'
import { createDisk } from '../src/disk/disk.ts'
import { randomStream } from '../src/spool/spool-paths.ts'

/** A clock on which only sleeping advances time, and without waiting. */
export function aClock(): Clock {
  let now = Date.parse('2026-11-16T00:00:00Z')
  return {
    now: () => now,
    async sleep(ms) {
      now += ms
      await turn()
    },
  }
}

/** A delivery with an in-memory gateway, on a folder that outlives it. */
export function aDelivery(
  folder: string,
  gateway: DeliveryPorts['gateway'],
  changes: Partial<DeliveryPorts> & { spoolLimitBytes?: number; owner?: string } = {},
) {
  const { spoolLimitBytes = 1024 ** 3, owner = '7@https://appliance.test', ...ports } = changes
  return openDelivery(
    {
      disk: createDisk({ isSynced: false }),
      gateway,
      state: { connected: () => undefined, troubled: () => undefined },
      seen: () => undefined,
      rest: async () => undefined,
      pace: async () => undefined,
      clock: aClock(),
      random: Math.random,
      newStream: randomStream,
      logger: createLogger('probe', 'silent'),
      ...ports,
    },
    {
      eveFile: `${folder}/log/eve.json`,
      spoolFolder: `${folder}/spool`,
      spoolLimitBytes,
      owner,
      limits: { bytes: 2_000, lines: 20, waitMs: 100 },
      inFlight: 3,
    },
  )
}
