import { type Networks, readNetworks } from './networks.ts'

/** How a trusted proxy tells the address of its client. */
export type ProxyMode = 'proxy-v2' | 'x-forwarded-for'

/** The proxies that are believed, and how they tell. */
export interface TrustedProxies extends Networks {
  mode: ProxyMode
}

/** Throws a ConfigError that names the setting when a network is none. Without networks no one is believed. */
export function readTrustedProxies(variable: string, networks: readonly string[], mode: ProxyMode): TrustedProxies {
  return { ...readNetworks(variable, networks), mode }
}
