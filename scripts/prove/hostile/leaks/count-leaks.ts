import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@watchpost/servers'
import { type Behaviour, slotsOf, type Target } from '../connections/attack-plan.ts'
import { captureClientHello } from '../connections/client-hello.ts'
import { openHostile } from '../connections/hostile-client.ts'
import { heldAt, readSockets } from '../connections/sockets.ts'

export interface LeakOptions {
  counts: Record<Behaviour, number>
  /** Longer than the server's timeouts, because leaks occur when they expire. */
  holdMs: number
  /** How long the server may take to release everything after the clients left. */
  withinMs: number
}

export interface Leaks {
  opened: number
  /** Clients without a handshake or complete headers whose connection the server had not closed when they left. */
  kept: number
  /** Connections that the server still holds. */
  left: number
}

/** Separate IP addresses, so that no other client is counted. */
const addresses = ['127.0.30.1', '127.0.30.2', '127.0.30.3', '127.0.30.4']

/** Opens connections of every kind, closes them, and counts what the server still holds. */
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
