import type { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { type AttackOrder, type Slot, slotsOf } from './attack-plan.ts'
import { captureClientHello } from './client-hello.ts'
import { openHostile } from './hostile-client.ts'

/** The progress of the attackers in one process. */
export interface AttackFigures {
  /** Connections opened, including reopened ones. */
  opened: number
  /** Closed by the server, before or after it accepted them. */
  closed: number
  held: number
  /** Every slot has been opened at least once. */
  isFull: boolean
}

const TICK_MS = 20
const TELL_MS = 500

/** Keeps every slot of an order open until told to stop. */
async function attack(order: AttackOrder): Promise<void> {
  // Attackers stand for other machines: they must not take CPU time from the servers. The report shows how fast they
  // open connections.
  setPriority(constants.priority.PRIORITY_LOW)
  const clientHello = await captureClientHello()
  const first = slotsOf(order)
  const total = first.length
  const again: Slot[] = []
  const live = new Set<Socket>()
  const figures: AttackFigures = { opened: 0, closed: 0, held: 0, isFull: false }

  function open(slot: Slot): void {
    const socket = openHostile(slot, clientHello)
    figures.opened += 1
    live.add(socket)
    socket.once('close', () => {
      live.delete(socket)
      figures.closed += 1
      again.push(slot)
    })
  }
  const tell = () => process.send?.({ ...figures, held: live.size, isFull: figures.opened >= total })

  const perTick = (perSecond: number) => Math.max(1, Math.round((perSecond * TICK_MS) / 1_000))
  setInterval(() => {
    first.splice(0, perTick(order.opensPerSecond)).forEach(open)
    again.splice(0, perTick(order.reopensPerSecond)).forEach(open)
  }, TICK_MS)
  setInterval(tell, TELL_MS)
  process.once('message', () => {
    tell()
    // The kernel closes all connections at once, as when a machine disappears.
    process.exit()
  })
}

process.once('message', (order: AttackOrder) => void attack(order))
process.once('disconnect', () => process.exit())
