import { isIP } from 'node:net'
import { hostname } from 'node:os'

/**
 * What the caller calls this appliance, for a command that someone copies into a shell: nothing but a name of the DNS
 * or an address. When it is neither, the name of the machine has to do.
 */
export function hostOf({ hostname: asked }: { hostname: string }, ownName: () => string = hostname): string {
  const host = asked.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) > 0 || /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(host) ? host : ownName()
}
