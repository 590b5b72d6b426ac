import { isIPv4 } from 'node:net'
import { ConfigError } from '@watchpost/runtime'

/** Plain HTTP is only for a proxy on the same machine: tokens and events must not cross a network unencrypted. */
export function refusePlainHttp({ isPlainHttp, host }: { isPlainHttp: boolean; host: string }): void {
  if (!isPlainHttp || isLoopback(host)) return
  throw new ConfigError([`WATCHPOST_API_PLAIN_HTTP: only on a loopback address, and WATCHPOST_API_HOST is ${host}`])
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
}
