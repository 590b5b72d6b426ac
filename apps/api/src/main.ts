import { aborted, loadConfig, stopSignal } from '@watchpost/runtime'
import { ApiConfig } from './api-config.ts'
import { composeApi } from './compose.ts'

const config = loadConfig(ApiConfig, undefined, { service: 'api' })
const api = await composeApi(config).start()
await aborted(stopSignal(config.graceMs))
await api.stop()
