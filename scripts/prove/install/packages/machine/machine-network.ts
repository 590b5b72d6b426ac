import { execFileSync } from 'node:child_process'

/** The network of a proof's machine: its eth0 is connected to another machine, which answers pings. It survives reboots. */
export interface MachineNetwork extends Disposable {
  /** Path of the network namespace. */
  path: string
  /** The words before a command that run it in this network. */
  inside: readonly string[]
  /** The same for the other machine. */
  outside: readonly string[]
}

/** Addresses that are reserved for documentation, and the names that the guide uses for them. */
export const APPLIANCE = { name: 'watchpost.example.org', address: '192.0.2.10' }
export const OTHER = { name: 'example.com', address: '192.0.2.1' }
/** Lines of /etc/hosts, since there is no name server. */
export const hosts = [APPLIANCE, OTHER].map(({ name, address }) => `${address} ${name}\n`).join('')

/** Two network namespaces with a cable between them. */
export function createNetwork(): MachineNetwork {
  const name = `watchpost-${process.pid}`
  const other = `${name}-other`
  const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const remove = () => {
    for (const each of [name, other]) {
      try {
        ip('netns', 'delete', each)
      } catch {
        // It was not made.
      }
    }
  }
  try {
    for (const each of [name, other]) ip('netns', 'add', each)
    ip('-n', name, 'link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', 'eth0', 'netns', other)
    for (const [each, address] of [
      [name, APPLIANCE.address],
      [other, OTHER.address],
    ] as const) {
      ip('-n', each, 'address', 'add', `${address}/24`, 'dev', 'eth0')
      for (const device of ['lo', 'eth0']) ip('-n', each, 'link', 'set', device, 'up')
    }
  } catch (error) {
    remove()
    throw error
  }
  const within = (each: string) => ['ip', 'netns', 'exec', each]
  return { path: `/run/netns/${name}`, inside: within(name), outside: within(other), [Symbol.dispose]: remove }
}
