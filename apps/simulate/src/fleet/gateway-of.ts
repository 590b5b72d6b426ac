import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

const USUAL_PORT = '8444'

/** The URL of the gateway of a stack, from the settings that the stack stored. */
export function gatewayOf(stack: string): string {
  const path = join(stack, 'watchpost.env')
  const settings = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
  return `https://127.0.0.1:${settings.WATCHPOST_GATEWAY_PORT ?? USUAL_PORT}`
}
