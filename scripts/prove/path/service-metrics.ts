import { childrenOf } from '../../stack/appliance-server.ts'
import type { Stack } from '../../stack/stack.ts'

/** Batches that the gateways rejected for a reason, from their counters. */
export async function refusedBatches({ state }: Stack, reason: string): Promise<number> {
  const children = await childrenOf(state.config.internalPort)
  const texts = await Promise.all(
    children
      .filter(({ name }) => name.startsWith('gateway'))
      .map(({ internalPort }) => fetch(`http://127.0.0.1:${internalPort}/metrics`).then((response) => response.text())),
  )
  const line = new RegExp(`^watchpost_gateway_batches_refused_total\\{[^}]*reason="${reason}"[^}]*\\} (\\d+)`, 'm')
  return texts.reduce((sum, text) => sum + Number(line.exec(text)?.[1] ?? 0), 0)
}
