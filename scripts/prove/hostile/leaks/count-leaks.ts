import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@watchpost/servers'
import { type Behaviour, slotsOf, type Target } from '../connections/attack-plan.ts'
import { captureClientHello } from '../connections/client-hello.ts'
import { openHostile } from '../connections/hostile-client.ts'
import { heldAt, readSockets } from '../connections/sockets.ts'

export interface LeakOptions {
  counts: Record<Behaviour, number>
  /** Longer than the timeouts of the server: what it leaks, it leaks when they pass. */
  holdMs: number
  /** How long it may take to let go of everything after the clients have left. */
  withinMs: number
}

export interface Leaks {
  opened: number
  /** Clients without a handshake or a whole head that the server had not closed when they left. */
  kept: number
  /** Connections that the server still holds. */
  left: number
}

/** Addresses of their own, so that no other client is counted. */
const addresses = ['127.0.30.1', '127.0.30.2', '127.0.30.3', '127.0.30.4']

/** Opens connections of every kind, leaves, and counts what the server keeps of them. */
export async function countLeaks(target: Target, { counts, holdMs, withinMs }: LeakOptions): Promise<Leaks> {
  const clientHello = await captureClientHello()
  const slots = slotsOf({ targets: [target], addresses, counts })
  const clients = slots.map(({ behaviour, ...slot }) => ({
    behaviour,
    socket: openHostile({ behaviour, ...slot }, clientHello),
  }))
  await sleep(holdMs)
  const kept = clients.filter(({ behaviour, socket }) => behaviour !== 'slow-body' && !socket.destroyed).length
  for (const { socket } of clients) socket.destroy()
  const left = () => heldAt(readSockets(), target.port, (address) => addresses.includes(address))
  await waitUntil(async () => left() === 0, { withinMs })
  return { opened: clients.length, kept, left: left() }
}
