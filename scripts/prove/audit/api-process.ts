import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { createLogger, loadConfig } from '@watchpost/runtime'
import { ApiConfig } from '../../../apps/api/src/api-config.ts'
import { composeApi } from '../../../apps/api/src/compose.ts'

/** An API instance in its own process; with `without` it does not audit reads. */
const [environmentFile = '', how = ''] = process.argv.slice(2)
const settings = parseEnv(readFileSync(environmentFile, 'utf8'))
const config = loadConfig(ApiConfig, { ...settings, WATCHPOST_API_PORT: '0', WATCHPOST_INTERNAL_PORT: '0' })
const logger = createLogger('api', 'warn')
const api = await composeApi(config, { logger, ...(how === 'without' && { onAnswered: () => undefined }) }).start()
process.send?.({ port: api.port })
process.once('disconnect', () => process.exit())
