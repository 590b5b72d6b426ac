import { ConfigError, isLoopbackHost } from '@watchpost/runtime'

/** Settings of our services that name an address to listen on. */
const HOSTS = ['API_HOST', 'GATEWAY_HOST', 'INTERNAL_HOST', 'APPLIANCE_INTERNAL_HOST'].map(
  (each) => `WATCHPOST_${each}`,
)

/**
 * A stack is for development: rate limits are off, the first password is kept, and any local user can read the engine.
 * Throws if its services would be reachable from other machines.
 */
export function refuseOpenAddresses(env: NodeJS.ProcessEnv): void {
  const open = HOSTS.filter((name) => env[name] && !isLoopbackHost(env[name]))
  if (open.length === 0) return
  throw new ConfigError(
    open.map((name) => `${name} is ${env[name]}: a stack listens on loopback only. Use --insecure to open it anyway.`),
  )
}
