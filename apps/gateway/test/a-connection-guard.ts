import {
  type ConnectionGuard,
  type ConnectionGuardOptions,
  createConnectionGuard,
  createConnectionMetrics,
  createLogger,
  createMetrics,
  readTrustedProxies,
} from '@watchpost/runtime'

/** A connection guard with the default limits, unless a test overrides them. */
export function aConnectionGuard(
  wish: Partial<ConnectionGuardOptions> = {},
  proxyNetworks: readonly string[] = [],
): ConnectionGuard {
  return createConnectionGuard({
    limit: 1_000,
    reserved: 250,
    proxies: readTrustedProxies('WATCHPOST_GATEWAY_PROXY_NETWORKS', proxyNetworks, 'proxy-v2'),
    metrics: createConnectionMetrics(createMetrics('gateway')),
    logger: createLogger('gateway', 'silent'),
    ...wish,
  })
}
