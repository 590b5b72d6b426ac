import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { createLogger, loadConfig } from '@watchpost/runtime'
import { ApiConfig } from '../../../apps/api/src/api-config.ts'
import { type ApiOverrides, composeApi } from '../../../apps/api/src/compose.ts'
import type { Stack } from '../../stack/stack.ts'

/** An additional API instance on the stack's servers, in this process, so that parts can be replaced. */
export async function startOwnApi({ folder }: Stack, overrides: ApiOverrides, settings: NodeJS.ProcessEnv = {}) {
  const ofStack = parseEnv(readFileSync(folder.environment, 'utf8'))
  const ports = { WATCHPOST_API_PORT: '0', WATCHPOST_INTERNAL_PORT: '0' }
  const config = loadConfig(ApiConfig, { ...ofStack, ...ports, ...settings })
  return composeApi(config, { logger: createLogger('api', 'silent'), ...overrides }).start()
}
