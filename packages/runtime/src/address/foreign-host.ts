import { isIPv4 } from 'node:net'

/**
 * Whether a request to a loopback port names another host. A browser on this machine sends such requests when a site
 * resolves its own name to loopback (DNS rebinding), and would give the response to that site. A port that listens
 * elsewhere may have any name.
 */
export function isForeignHost(boundTo: string, header: string | undefined): boolean {
  if (!isLoopback(boundTo) || header === undefined) return false
  const name = URL.parse(`http://${header}`)?.hostname
  return name === undefined || !isLoopback(name.replace(/^\[(.*)\]$/, '$1'))
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '::1' || (isIPv4(name) && name.startsWith('127.'))
}
