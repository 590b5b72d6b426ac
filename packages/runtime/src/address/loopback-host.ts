import { isIPv4 } from 'node:net'

/** Whether a host name or IP address is always this machine. An IPv6 address may be in brackets, as in a URL. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
}
