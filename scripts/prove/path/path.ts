import { startBurners } from '../harness/burners.ts'
import type { RunOptions } from '../command/proof.ts'
import { createLoad } from '../harness/load.ts'
import { type ProofStack, startProofStack } from '../harness/stack/proof-stack.ts'
import { createReport } from '../harness/report.ts'
import { withSettings } from '../harness/stack/with-settings.ts'
import { reset } from '../../stack/down.ts'
import { mountSmallDisk, proveFullDisk } from './full-disk.ts'
import { proveFullLog } from './full-log.ts'
import { proveLostNodes } from './lost-nodes.ts'
import { provePoison } from './poison/poison.ts'
import { proveRebalance } from './rebalance/rebalance.ts'
import { createMovedClock } from './removal/moved-clock.ts'
import { proveRemoval } from './removal/removal.ts'
import { proveRollOver } from './roll-over.ts'
import { proveSynced } from './synced.ts'
import { startTcpProxy } from './tcp-proxy.ts'
import { proveUnderFaults } from './under-faults.ts'
import { stackFolder } from '../../stack/stack-folder.ts'
import { join } from 'node:path'

export type Scenario =
  | 'faults'
  | 'synced'
  | 'full-log'
  | 'poison'
  | 'rebalance'
  | 'removal'
  | 'full-disk'
  | 'lost-nodes'

/** The path under faults: one document per event, whatever happens. */
export async function provePath({ dir, isSmall, seed, events, only, options }: RunOptions<Scenario>): Promise<void> {
  const burners = Number(options.burners ?? 0)
  const report = createReport('path', { isTimed: burners === 0 })
  using _busy = startBurners(burners)

  if (only.includes('faults')) {
    // At the end the services are a day ahead of the brokers: with 24 hours, gateways would consider every unread
    // record old.
    await withSettings({ LOG_RETENTION_HOURS: '72' }, async () => {
      await using proof = await startProofStack({ dir, brokers: 3, copies: ['gateway=2', 'indexer=2'] })
      const { gatewayPort } = proof.stack.state.config
      const proxy = await startTcpProxy([gatewayPort, gatewayPort + 100])
      const sender = { stackDir: dir, gateway: `https://127.0.0.1:${proxy.port}`, rate: isSmall ? 300 : 2_000 }
      await proveUnderFaults(proof, createLoad(sender), proxy, report, {
        seed,
        atLeast: events ?? (isSmall ? 25_000 : 1_000_000),
        perRound: isSmall ? 3_000 : 60_000,
        isInParallel: !isSmall,
        counts: isSmall
          ? { kills: 2, pauses: 0, pauseMs: 0, resets: 2 }
          : { kills: 10, pauses: 2, pauseMs: 30_000, resets: 10 },
      })
      await proveRollOver(proof, createLoad(sender), report, isSmall ? 4_000 : 100_000)
      proxy.stop()
    })
  }

  // First the parts that can share servers, then those that cannot.
  if (only.includes('synced')) {
    await using proof = await startProofStack({ dir })
    await proveSynced(
      proof,
      createLoad({ stackDir: dir, gateway: gatewayOf(proof) }),
      report,
      isSmall ? 20_000 : 100_000,
    )
  }

  if (only.includes('full-log')) {
    await withSettings(
      { LOG_PARTITIONS: '4', LOG_RETENTION_BYTES: String((isSmall ? 4 : 16) * 1024 ** 2) },
      async () => {
        await using proof = await startProofStack({ dir })
        await proveFullLog(
          proof,
          createLoad({ stackDir: dir, gateway: gatewayOf(proof), rate: 4_000 }),
          report,
          isSmall ? 50_000 : 320_000,
        )
      },
    )
  }

  if (only.includes('poison')) {
    await using proof = await startProofStack({ dir })
    await provePoison(proof, createLoad({ stackDir: dir, gateway: gatewayOf(proof) }), report, 2_000)
  }

  if (only.includes('rebalance')) {
    await using proof = await startProofStack({ dir, copies: ['indexer=3'] })
    await proveRebalance(proof, report, {
      dir,
      seed,
      rate: isSmall ? 200 : 300,
      counts: isSmall ? { rebalances: 14, kills: 3, killsAtOnce: 3 } : { rebalances: 200, kills: 20, killsAtOnce: 2 },
      questions: isSmall ? 10 : 50,
    })
  }

  if (only.includes('removal')) {
    const clock = createMovedClock()
    clock.setAhead(0)
    await using proof = await clock.whileSet(() => startProofStack({ dir, copies: [`indexer=${isSmall ? 4 : 6}`] }))
    const load = createLoad({ stackDir: dir, gateway: gatewayOf(proof), probes: 4 })
    const size = isSmall ? { kills: 4, generations: 6 } : { kills: 30, generations: 40 }
    await proveRemoval({ proof, load, clock, report }, { ...size, seed })
    clock.remove()
  }

  if (only.includes('full-disk')) {
    await reset(dir)
    const disk = mountSmallDisk(join(stackFolder(dir).root, 'data'), 768)
    try {
      await withSettings({ STACK_OPENSEARCH_WATERMARKS: '85%,90%,95%' }, async () => {
        await using proof = await startProofStack({ dir, isKept: true })
        await proveFullDisk(
          proof,
          createLoad({ stackDir: dir, gateway: gatewayOf(proof) }),
          report,
          disk.folder,
          isSmall ? 10_000 : 50_000,
        )
      })
    } finally {
      disk.unmount()
    }
  }

  if (only.includes('lost-nodes')) {
    await using proof = await startProofStack({
      dir,
      brokers: 3,
      nodes: 3,
      copies: ['gateway=2', 'indexer=2', 'api=2'],
    })
    const { gatewayPort } = proof.stack.state.config
    const proxy = await startTcpProxy([gatewayPort, gatewayPort + 100])
    const load = createLoad({ stackDir: dir, gateway: `https://127.0.0.1:${proxy.port}`, rate: 2_000 })
    await proveLostNodes(proof, load, report, isSmall ? 10_000 : 60_000)
    proxy.stop()
  }

  report.end()
}

function gatewayOf({ stack }: ProofStack): string {
  return `https://127.0.0.1:${stack.state.config.gatewayPort}`
}
