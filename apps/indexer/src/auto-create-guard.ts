import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger, Part } from '@watchpost/runtime'

export interface AutoCreateGuardPorts {
  /** Throws while the engine is unreachable. */
  check(): Promise<'refused' | 'allowed'>
  /** The cluster setting that an operator has to change, with its value. */
  setting: string
  logger: Pick<Logger, 'info' | 'warn' | 'error'>
  pauseMs?: number
}

/**
 * Keeps the indexer from starting on an engine that creates missing indexes: a write to an index that was just deleted
 * would create one without a mapping, outside of the alias. Waits while the engine is unreachable.
 */
export function createAutoCreateGuard({ check, setting, logger, pauseMs = 1_000 }: AutoCreateGuardPorts): Part {
  async function untilAnswered(): Promise<'refused' | 'allowed'> {
    for (let isWaiting = false; ; isWaiting = true) {
      try {
        const answer = await check()
        if (isWaiting) logger.info('the engine answers')
        return answer
      } catch (error) {
        if (!isWaiting) logger.warn({ err: error }, 'waiting for the engine')
        await sleep(pauseMs)
      }
    }
  }

  return {
    name: 'engine settings',
    async start() {
      if ((await untilAnswered()) === 'refused') return
      logger.error({ setting }, 'the engine creates missing indexes: change this cluster setting')
      throw new Error(`The engine creates missing indexes. Set ${setting} on the cluster, then start again.`)
    },
  }
}
