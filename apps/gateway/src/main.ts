import { aborted, loadConfig, stopSignal } from '@watchpost/runtime'
import { composeGateway } from './compose.ts'
import { GatewayConfig } from './gateway-config.ts'

const config = loadConfig(GatewayConfig, undefined, { service: 'gateway' })
const gateway = composeGateway(config)
await gateway.start()
await aborted(stopSignal(config.graceMs))
await gateway.stop()
