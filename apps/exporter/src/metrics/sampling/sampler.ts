import type { Sample } from '../chart-writer.ts'
import { createFigures, type ProcessPage } from './figures.ts'
import type { Machine } from './machine.ts'
import { machineSamples } from './machine-charts.ts'
import { roleCharts } from './role-charts.ts'

export interface SamplerPorts {
  gather(): Promise<ProcessPage[]>
  machine(): Promise<Machine>
}

/** Samples machine and services together. A failed read leaves a gap only in its own charts. */
export function createSampler({ gather, machine }: SamplerPorts) {
  const figures = createFigures()
  return async (): Promise<Sample[]> => {
    const [ofMachine, pages] = await Promise.allSettled([machine(), gather()])
    const joined = figures.take(pages.status === 'fulfilled' ? pages.value : [])
    const isKnown = pages.status === 'fulfilled' && pages.value.length > 0
    return [
      ...(ofMachine.status === 'fulfilled' ? machineSamples(ofMachine.value) : []),
      ...(isKnown ? roleCharts.map(({ chart, points }) => ({ chart, points: points(joined) })) : []),
    ]
  }
}
