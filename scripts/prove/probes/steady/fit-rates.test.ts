import { expect, test } from 'vitest'
import { fitRates } from './fit-rates.ts'

test('separates what grows with the events from what does not', () => {
  const cores = (rate: number) => ({ rate, cores: { engine: 0.3 + rate * 200e-6, gateway: rate * 20e-6 } })
  const fit = fitRates([cores(500), cores(1_000), cores(2_000)])
  expect(fit.get('engine')?.fixed).toBeCloseTo(0.3)
  expect(fit.get('engine')?.micros).toBeCloseTo(200)
  expect(fit.get('gateway')?.fixed).toBeCloseTo(0)
  expect(fit.get('gateway')?.micros).toBeCloseTo(20)
})

test('a cost that falls with the rate counts as one per event', () => {
  const fit = fitRates([
    { rate: 100, cores: { a: 0.001 } },
    { rate: 200, cores: { a: 0.004 } },
  ])
  expect(fit.get('a')?.fixed).toBe(0)
  expect(fit.get('a')?.micros).toBeCloseTo((0.0025 / 150) * 1e6)
})
