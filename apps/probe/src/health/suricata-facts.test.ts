import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSuricataFacts } from './suricata-facts.ts'

const stats = (packets: number, drops: number) =>
  Buffer.from(
    JSON.stringify({
      timestamp: '2026-11-15T00:04:41.573315+0000',
      event_type: 'stats',
      stats: {
        capture: { kernel_packets: packets, kernel_drops: drops },
        detect: { engines: [{ id: 0, last_reload: '2026-11-15T00:04:41.540+0000', rules_loaded: 4, rules_failed: 0 }] },
      },
    }),
  )

test('reads facts about Suricata from its events and its log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'probe-facts-'))
  writeFileSync(
    join(folder, 'suricata.log'),
    'Notice: suricata: This is Suricata version 7.0.8 RELEASE running\nNotice: suricata: This is Suricata version 7.0.10 RELEASE running\n',
  )
  const facts = createSuricataFacts(join(folder, 'eve.json'))
  facts.see(Buffer.from('{"event_type":"alert","payload":"\\"event_type\\":\\"stats\\""}'))
  facts.see(stats(1_000, 5))
  facts.see(stats(20_000, 50))
  expect(await facts.read()).toEqual({
    version: '7.0.10',
    ruleset: '4 rules loaded at 2026-11-15T00:04:41.540+0000',
    capture: { packets: 20_000, dropped: 50, loss_percent: 0.25 },
  })
})

test('leaves unknown facts empty', async () => {
  const facts = createSuricataFacts(join(mkdtempSync(join(tmpdir(), 'probe-facts-')), 'eve.json'))
  facts.see(Buffer.from('{"timestamp":"…","event_type":"stats" and no JSON'))
  expect(await facts.read()).toEqual({ version: null, ruleset: null, capture: null })
})
