import { loadConfig, stopSignal } from '@watchpost/runtime'
import { ClustersConfig } from './clusters-config.ts'
import { composeClusters } from './compose.ts'
import { leadCounting } from './lead-counting.ts'

const config = loadConfig(ClustersConfig, undefined, { service: 'clusters' })
const service = composeClusters(config)
const stop = stopSignal(config.graceMs)

await service.start()
try {
  await leadCounting(service.counting, stop)
} finally {
  await service.stop()
}
