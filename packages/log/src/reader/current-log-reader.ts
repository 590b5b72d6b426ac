import type { LogRecord } from '@watchpost/model'
import type { LogConfig } from '../log-config.ts'
import type { LogIdentity } from '../log-identity.ts'
import { createLogReader, type LogReader, type LogReaderOptions } from './log-reader.ts'

/** A log reader for the log that is current when it starts. */
export function createCurrentLogReader(
  config: LogConfig,
  options: Omit<LogReaderOptions, 'topicId' | 'epoch'>,
  current: () => LogIdentity,
) {
  let reader: LogReader | undefined

  function started(): LogReader {
    if (!reader) throw new Error('the log reader has not been started')
    return reader
  }

  return {
    name: 'log reader',
    async start(): Promise<void> {
      const { topicId, epoch } = current()
      reader = createLogReader(config, { ...options, topicId, epoch })
      await reader.start()
    },
    batches: (stop: AbortSignal): AsyncGenerator<LogRecord[]> => started().batches(stop),
    commit: (batch: readonly LogRecord[]): Promise<boolean> => started().commit(batch),
    assigned: (): number[] => reader?.assigned() ?? [],
    isConnected: (): boolean => reader?.isConnected() ?? false,
    async stop(): Promise<void> {
      await reader?.stop()
    },
  }
}
