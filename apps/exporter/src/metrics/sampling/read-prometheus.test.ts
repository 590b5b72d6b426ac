import { createMetrics } from '@watchpost/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPrometheus } from './read-prometheus.ts'

test('parses our own metrics pages with any label value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 1e9 }), async (reason, count) => {
      const metrics = createMetrics('test')
      metrics.counter('test_total', 'A test.', ['reason']).add(count, { reason })
      metrics.gauge('test_gauge', 'A "test".', [], () => count / 8)
      const found = readPrometheus(await metrics.text(), (name) => name.startsWith('watchpost_test'))
      expect(found).toEqual([
        { name: 'watchpost_test_total', labels: { reason }, value: count },
        { name: 'watchpost_test_gauge', labels: {}, value: count / 8 },
      ])
      await metrics.stop()
    }),
    { numRuns: 30 },
  )
})

test('parses infinities and skips invalid lines', () => {
  const text = '# HELP a b\na 1\na{le="+Inf"} +Inf\nb 2\na\na x\n{} 4\na{l="x"} 5 1700000000000\n'
  expect(readPrometheus(text, (name) => name === 'a')).toEqual([
    { name: 'a', labels: {}, value: 1 },
    { name: 'a', labels: { le: '+Inf' }, value: Number.POSITIVE_INFINITY },
    { name: 'a', labels: { l: 'x' }, value: 5 },
  ])
})
