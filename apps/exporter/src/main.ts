import { exitWithin, loadConfig, stopSignal } from '@watchpost/runtime'
import { composeExporter } from './compose.ts'
import { ExporterConfig } from './exporter-config.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { serveExports } from './serve-exports.ts'

const config = loadConfig(ExporterConfig, undefined, { service: 'exporter' })
const exporter = composeExporter(config)
const failed = new AbortController()
const stop = AbortSignal.any([stopSignal(config.graceMs), failed.signal])

await exporter.start()
const serving = Promise.all([serveExports(exporter.serving, stop), serveMetrics(exporter.metricsServing, stop)])
try {
  await Promise.race([serving, exporter.logReplaced])
} catch (error) {
  exitWithin(config.graceMs)
  failed.abort()
  // Finish the current chunks and store the cursors. The next process starts with the new log.
  await serving.catch(() => undefined)
  throw error
} finally {
  await exporter.stop()
}
