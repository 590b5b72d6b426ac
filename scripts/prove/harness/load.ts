import { join } from 'node:path'
import { runCommand } from './stack/run-command.ts'

export interface LoadOptions {
  stackDir: string
  gateway: string
  probes?: number
  rate?: number
}

/** Sends with the simulator and keeps the oracle of each seed. */
export function createLoad({ stackDir, gateway, probes = 8, rate }: LoadOptions) {
  const oracles = new Set<string>()
  let offered = 0

  async function send(seed: number, events: number, more: readonly string[] = []): Promise<void> {
    const paced = rate === undefined ? [] : ['--rate', String(rate)]
    await runCommand('apps/simulate/src/main.ts', [
      `--probes=${probes}`,
      `--events=${events}`,
      `--seed=${seed}`,
      `--gateway=${gateway}`,
      `--stack=${stackDir}`,
      ...paced,
      ...more,
    ])
    const oracle = join(stackDir, 'oracle', `seed-${seed}.ndjson`)
    if (!oracles.has(oracle)) offered += events
    oracles.add(oracle)
  }

  return {
    send,
    /** Distinct events that were acknowledged. */
    offered: () => offered,
    oracles: () => [...oracles],
    /** Sends rounds, each with its own seed, until the work is done and at least this many events were sent. */
    async sendWhile(
      work: Promise<unknown>,
      firstSeed: number,
      perRound: number,
      atLeast: number,
      more: readonly string[] = [],
    ): Promise<void> {
      const done = new AbortController()
      const watched = work.finally(() => done.abort())
      watched.catch(() => undefined)
      const before = offered
      for (let seed = firstSeed; !done.signal.aborted || offered - before < atLeast; seed++)
        await send(seed, perRound, more)
      await watched
    },
  }
}
export type Load = ReturnType<typeof createLoad>
