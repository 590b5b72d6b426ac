import { ConfigError, isLoopbackHost } from '@watchpost/runtime'

/** Plain HTTP is only for a proxy on the same machine: tokens and events must not cross a network unencrypted. */
export function refusePlainHttp({ isPlainHttp, host }: { isPlainHttp: boolean; host: string }): void {
  if (!isPlainHttp || isLoopbackHost(host)) return
  throw new ConfigError([`WATCHPOST_API_PLAIN_HTTP: only on a loopback address, and WATCHPOST_API_HOST is ${host}`])
}
