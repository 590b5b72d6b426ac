import { loadConfig, stopSignal } from '@watchpost/runtime'
import { composeExporter } from './compose.ts'
import { ExporterConfig } from './exporter-config.ts'
import { serveExports } from './serve-exports.ts'

const config = loadConfig(ExporterConfig)
const exporter = composeExporter(config)
const stop = stopSignal(config.graceMs)

await exporter.start()
try {
  await serveExports(exporter.serving, stop)
} finally {
  await exporter.stop()
}
