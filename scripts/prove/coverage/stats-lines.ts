import { readFileSync } from 'node:fs'
import { createSuricataFacts } from '../../../apps/probe/src/health/suricata-facts.ts'
import type { Capture } from './simulated-probe.ts'

const SAMPLES = new URL('../../../packages/engine/src/mapping/fixtures/eve-samples.ndjson', import.meta.url)

/** Reads sensor counters from a `stats` line that Suricata wrote, as the agent does. The proof sets the counters. */
export async function captureFrom(packets: number, dropped: number): Promise<Capture> {
  const lines = readFileSync(SAMPLES, 'utf8').split('\n')
  const line = lines.find((each) => each.includes('"event_type":"stats"'))
  if (!line) throw new Error('there is no sample of a stats line')
  const event = JSON.parse(line) as { stats: Record<string, unknown> }
  // A run on a capture file has no kernel counters: add those that Suricata writes with AF_PACKET.
  const stats = { ...event.stats, capture: { kernel_packets: packets, kernel_drops: dropped } }
  const facts = createSuricataFacts('/nonexistent/eve.json')
  facts.see(Buffer.from(JSON.stringify({ ...event, stats })))
  const { capture } = await facts.read()
  if (!capture) throw new Error('the agent reads no counters from the line')
  return capture
}
