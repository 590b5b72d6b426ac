import { isIP } from 'node:net'
import { hostname } from 'node:os'

/**
 * The host name by which the caller reached this appliance, for a command that an operator copies into a shell. Only a
 * DNS name or an IP address is accepted; otherwise the name of the machine is used.
 */
export function hostOf({ hostname: asked }: { hostname: string }, ownName: () => string = hostname): string {
  const host = asked.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) > 0 || /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(host) ? host : ownName()
}
