import { readFileSync } from 'node:fs'
import { createEgressGuard, systemEgress } from '@watchpost/egress'
import { connectSyslog } from '@watchpost/syslog'
import { forbiddenTargets } from './forbidden-targets.ts'

/** The kernel's counts. */
export interface CountedAttempts {
  targets: number
  /** Attempts to connect to forbidden targets, and which ones. */
  forbidden: number
  connected: string[]
  /** Attempts to an allowed target; with allowed networks, to one outside and one inside. */
  allowed: number
  beyond: number
  within: number
}

/**
 * Runs in a separate network namespace (`unshare --net`), where the kernel counts every connection attempt: tries each
 * forbidden target as the exporter would, then allowed ones. Prints the kernel's counts.
 */
const guard = createEgressGuard({ networks: [] }, systemEgress)
const before = attempts()
const connected: string[] = []
for (const host of forbiddenTargets()) {
  const count = attempts()
  await tryIt(host, guard.resolve)
  if (attempts() !== count) connected.push(host)
}
const forbidden = attempts() - before

// Nothing answers there, but the attempt must reach the kernel: 10.200.0.1 is this machine's own IP address in this
// namespace.
const near = attempts()
await tryIt('10.200.0.2', guard.resolve)
const allowed = attempts() - near

const narrow = createEgressGuard({ networks: ['10.200.0.0/16'] }, systemEgress)
const outside = attempts()
await tryIt('192.0.2.7', narrow.resolve)
const beyond = attempts() - outside
const inside = attempts()
await tryIt('10.200.0.2', narrow.resolve)
const within = attempts() - inside

const counted: CountedAttempts = {
  targets: forbiddenTargets().length,
  forbidden,
  connected,
  allowed,
  beyond,
  within,
}
console.log(JSON.stringify(counted))

async function tryIt(host: string, resolve: typeof guard.resolve): Promise<void> {
  const signal = AbortSignal.timeout(500)
  const connection = await connectSyslog({ host, port: 6_514 }, resolve, { signal }).catch(() => undefined)
  connection?.destroy()
}

/** Connections started in this namespace, as counted by the kernel. */
function attempts(): number {
  const [names = '', values = ''] = readFileSync('/proc/self/net/snmp', 'utf8').match(/^Tcp: .*$/gm) ?? []
  return Number(values.split(' ')[names.split(' ').indexOf('ActiveOpens')])
}
