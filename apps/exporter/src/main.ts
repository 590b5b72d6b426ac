import { loadConfig, stopSignal } from '@watchpost/runtime'
import { composeExporter } from './compose.ts'
import { ExporterConfig } from './exporter-config.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { serveExports } from './serve-exports.ts'

const config = loadConfig(ExporterConfig)
const exporter = composeExporter(config)
const stop = stopSignal(config.graceMs)

await exporter.start()
try {
  await Promise.all([serveExports(exporter.serving, stop), serveMetrics(exporter.metricsServing, stop)])
} finally {
  await exporter.stop()
}
