import { fork } from 'node:child_process'
import { join } from 'node:path'
import { endWithUs } from '../../probes/agents/end-with-us.ts'
import type { AttackOrder } from './attack-plan.ts'
import type { AttackFigures } from './attacker-process.ts'

export type Attackers = ReturnType<typeof startAttackers>

/** Attacker processes, one per order. They end when told to, or with this process. */
export function startAttackers(orders: readonly AttackOrder[]) {
  const children = orders.map((order) => {
    const child = fork(join(import.meta.dirname, 'attacker-process.ts'))
    endWithUs(child)
    const state = { child, figures: { opened: 0, closed: 0, held: 0, isFull: false } as AttackFigures }
    child.on('message', (figures: AttackFigures) => {
      state.figures = figures
    })
    child.send(order)
    return state
  })
  const sum = (of: (figures: AttackFigures) => number) =>
    children.reduce((total, { figures }) => total + of(figures), 0)

  return {
    figures: (): AttackFigures => ({
      opened: sum(({ opened }) => opened),
      closed: sum(({ closed }) => closed),
      held: sum(({ held }) => held),
      isFull: children.every(({ figures }) => figures.isFull),
    }),
    async leave(): Promise<void> {
      await Promise.all(
        children.map(async ({ child }) => {
          if (child.exitCode !== null) return
          const ended = new Promise((resolve) => child.once('exit', resolve))
          child.send('leave')
          await ended
        }),
      )
    },
  }
}
