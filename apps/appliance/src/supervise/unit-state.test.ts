import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseUnits } from './unit-state.ts'

/** In the format of systemd 252. */
const output = readFileSync(join(import.meta.dirname, 'fixtures/units.txt'), 'utf8')

test('reads running, killed, failed, unstarted and missing units', () => {
  expect(Object.fromEntries(parseUnits(output))).toEqual({
    'watchpost-gateway.service': {
      pid: 812,
      startedAt: new Date('2026-11-18T10:00:00Z'),
      restarts: 0,
      memoryBytes: 147_238_912,
    },
    'watchpost-indexer.service': { restarts: 3, end: 'SIGKILL, out of memory' },
    'watchpost-clusters.service': { restarts: 0, end: 'code 2' },
    'watchpost-exporter.service': { restarts: 0 },
    'watchpost-api.service': { restarts: 0, end: 'unit not-found' },
  })
})

test('ignores the order of the properties, unknown ones, and blank lines', () => {
  const text = '\n\nMainPID=7\nFuture=a=b\nId=a.service\nNRestarts=1\nLoadState=loaded\nMemoryCurrent=[not set]\n\n'
  expect([...parseUnits(text)]).toEqual([['a.service', { pid: 7, restarts: 1 }]])
})
