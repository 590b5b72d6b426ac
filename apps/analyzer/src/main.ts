import { loadConfig, stopSignal } from '@watchpost/runtime'
import { AnalyzerConfig } from './analyzer-config.ts'
import { composeAnalyzer } from './compose.ts'
import { leadAnalysis } from './lead-analysis.ts'

const config = loadConfig(AnalyzerConfig)
const analyzer = composeAnalyzer(config)
const stop = stopSignal(config.graceMs)

await analyzer.start()
try {
  await leadAnalysis(analyzer.analysing, stop)
} finally {
  await analyzer.stop()
}
