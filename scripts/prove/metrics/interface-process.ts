import { type AddressInfo, createServer } from 'node:net'
import { createEgressGuard, systemEgress } from '@watchpost/egress'
import { connectStream, StreamTrouble } from '@watchpost/netdata'

/** What the parent observed. */
export interface SeenSources {
  /** The source IP address of the connection, by interface. */
  sources: Record<string, string>
  /** The errors for an interface without an IP address and for a missing one. */
  refusals: Record<string, string>
}

/**
 * Runs in a separate network namespace with two interfaces: connects to a parent from each, as the exporter does, and
 * prints the source address that the parent saw. The parent has 10.203.0.1.
 */
const server = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.once('data', () => socket.end(`Hit me baby, push them over...`))
  seen = socket.remoteAddress ?? ''
})
let seen = ''
await new Promise<void>((ready) => server.listen(0, '10.203.0.1', ready))
const { port } = server.address() as AddressInfo
const { resolve } = createEgressGuard({ networks: ['10.203.0.1/32'] }, systemEgress)
const identity = { key: 'k', machineGuid: 'g', hostname: 'h', updateEvery: 2, version: '0' }

const found: SeenSources = { sources: {}, refusals: {} }
for (const iface of ['wp0', 'wp1', 'wp2', 'wp9']) {
  const signal = AbortSignal.timeout(5_000)
  try {
    const connection = await connectStream({ ip: '10.203.0.1', port, iface }, identity, { resolve, signal })
    found.sources[iface] = seen
    connection.end()
  } catch (error) {
    found.refusals[iface] = error instanceof StreamTrouble ? error.reason : String(error)
  }
}
console.log(JSON.stringify(found))
server.close()
process.exit(0)
