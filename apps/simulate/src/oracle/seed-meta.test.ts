import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFrame } from './seed-meta.ts'

const folder = mkdtempSync(join(tmpdir(), 'seed-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a seed keeps the frame of its first run', async () => {
  const path = join(folder, 'a.ndjson')
  const first = await openFrame(path, { seed: 1, eventsPerProbe: 100, late: 0.1 }, 1_000_000)
  expect(first).toEqual({ seed: 1, firstRunAt: 1_000_000, hours: 24, lap: 100, late: 0.1, alertShare: 0.02 })
  expect(await openFrame(path, { seed: 1, eventsPerProbe: 7_000 }, 2_000_000)).toEqual(first)
})

test('refuses options that would change the events of a seed, with advice', async () => {
  const path = join(folder, 'b.ndjson')
  await openFrame(path, { seed: 2, eventsPerProbe: 100, kinds: ['alert', 'dns'] }, 0)
  await openFrame(path, { seed: 2, eventsPerProbe: 100, kinds: ['dns', 'alert'] }, 0)
  await expect(openFrame(path, { seed: 2, eventsPerProbe: 100, hours: 48, kinds: ['dns'] }, 0)).rejects.toThrow(
    /--hours, --kinds[^]*another --seed/,
  )
})
