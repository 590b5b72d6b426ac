import { expect, test } from 'vitest'
import { createRefusalLog } from './refusal-log.ts'

test('logs one line per reason for many refusals, with their count and the last source', async () => {
  const lines: unknown[] = []
  const log = createRefusalLog({ warn: (fields: unknown) => void lines.push(fields) }, 50)
  for (let turn = 0; turn < 1_000; turn += 1) log.note('handshakes', `192.0.2.${turn % 7}`)
  log.note('full', '192.0.2.99')
  expect(lines).toEqual([])
  await expect
    .poll(() => lines)
    .toEqual([
      { reason: 'handshakes', count: 1_000, lastSource: '192.0.2.5' },
      { reason: 'full', count: 1, lastSource: '192.0.2.99' },
    ])
  log.note('full', '192.0.2.7')
  log.stop()
  expect(lines).toHaveLength(3)
})
