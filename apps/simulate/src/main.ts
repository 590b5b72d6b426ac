import { stopSignal } from '@watchpost/runtime'
import { simulateCommand, type SimulateRequest } from './command-line.ts'
import { SetupError } from './fleet/fleet.ts'
import { gatewayOf } from './fleet/gateway-of.ts'
import { SeedChangedError } from './oracle/seed-meta.ts'
import { count, duration, showProgress } from './progress.ts'
import { simulate } from './simulate.ts'
import { advice, summary } from './summary.ts'

const GRACE_MS = 15_000

/** Exit codes: 0 done, 1 refused, 2 usage, 3 not reachable, 130 interrupted. */
async function run(request: SimulateRequest): Promise<void> {
  const options = { ...request, gateway: request.gateway ?? gatewayOf(request.stack) }
  const stop = stopSignal(GRACE_MS)
  let progress: ReturnType<typeof showProgress> | undefined
  try {
    const result = await simulate(options, stop, {
      say: (line) => console.error(line),
      started(figures) {
        console.error(
          `${count(options.probes)} probes send ${count(options.events)} events to ${options.gateway}, seed ${options.seed}.`,
        )
        progress = showProgress(figures, process.stderr)
      },
    })
    const tookMs = progress?.stop() ?? 0
    console.log(summary(result, tookMs, options))
    if (result.failure) {
      console.error(advice(result.failure, options))
      process.exitCode = result.failure.code === 'gave-up' ? 3 : 1
    } else if (result.figures.acknowledged < result.figures.target) {
      console.error(
        `Stopped after ${duration(tookMs)}. The same command again sends everything from the start; nothing is stored twice.`,
      )
      process.exitCode = 130
    }
  } catch (error) {
    progress?.stop()
    if (!(error instanceof SetupError || error instanceof SeedChangedError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

await simulateCommand(run)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .parseAsync()
