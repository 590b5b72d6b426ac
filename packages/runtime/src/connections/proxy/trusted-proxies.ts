import { type Networks, readNetworks } from './networks.ts'

/** How a trusted proxy reports the IP address of its client. */
export type ProxyMode = 'proxy-v2' | 'x-forwarded-for'

/** The trusted proxies, and how they report their clients. */
export interface TrustedProxies extends Networks {
  mode: ProxyMode
}

/** Throws a ConfigError that names the setting if a network is invalid. Without networks, no proxy is trusted. */
export function readTrustedProxies(variable: string, networks: readonly string[], mode: ProxyMode): TrustedProxies {
  return { ...readNetworks(variable, networks), mode }
}
