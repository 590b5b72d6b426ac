import { composeProbe } from '../../../../apps/probe/src/compose.ts'

/** The options of the process, as JSON. */
export interface AgentsOptions {
  /** The state folder of each agent. */
  states: string[]
}

const SPOOL_LIMIT = 64 * 1024 ** 2

const { states } = JSON.parse(process.argv[2] ?? '{}') as AgentsOptions
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort())
process.on('disconnect', () => process.exit(1))

const agents = await Promise.all(
  states.map((state) =>
    composeProbe(
      { state, spoolLimit: SPOOL_LIMIT, fileStoreLimit: 1024 ** 3, fileKeepHours: 24, logLevel: 'warn' },
      stop.signal,
    ),
  ),
)
process.send?.('started')
await Promise.all(agents.map((agent) => agent.run()))
process.exit(0)
