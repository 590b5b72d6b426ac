import { readFileSync } from 'node:fs'
import { createEgressGuard, systemEgress } from '@watchpost/egress'
import { connectSyslog } from '@watchpost/syslog'
import { forbiddenTargets } from './forbidden-targets.ts'

/** What the kernel counted. */
export interface CountedAttempts {
  targets: number
  /** Attempts at forbidden ones, and which those were. */
  forbidden: number
  connected: string[]
  /** At one that is allowed; with allowed networks, at one outside and at one within. */
  allowed: number
  beyond: number
  within: number
}

/**
 * Runs in a network of its own (`unshare --net`), where the kernel counts every connection that is attempted: tries
 * each forbidden target as the exporter would, then ones that are allowed. Prints what the kernel counted.
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

// Nothing answers there, but the kernel has to be asked: 10.200.0.1 is this machine's own address in this network.
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

/** Connections that programs of this network have begun, as the kernel counts them. */
function attempts(): number {
  const [names = '', values = ''] = readFileSync('/proc/self/net/snmp', 'utf8').match(/^Tcp: .*$/gm) ?? []
  return Number(values.split(' ')[names.split(' ').indexOf('ActiveOpens')])
}
