import { isLoopbackHost } from './loopback-host.ts'

/**
 * Whether a request to a loopback port names another host. A browser on this machine sends such requests when a site
 * resolves its own name to loopback (DNS rebinding), and would give the response to that site. A port that listens
 * elsewhere may have any name.
 */
export function isForeignHost(boundTo: string, header: string | undefined): boolean {
  if (!isLoopbackHost(boundTo) || header === undefined) return false
  const name = URL.parse(`http://${header}`)?.hostname
  return name === undefined || !isLoopbackHost(name)
}
