import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Facts about Suricata that can be known without querying it. */
export interface SuricataFacts {
  version: string | null
  ruleset: string | null
  capture: { packets: number; dropped: number; loss_percent: number } | null
}

const MARK = '"event_type":"stats"'
/** In Suricata's output, the event type is among the first members. */
const MARK_WITHIN = 160
const LONGEST_STATS = 1024 ** 2
const LOG_BYTES = 256 * 1024

/** The parts of a `stats` event that we read. */
interface Stats {
  capture?: { kernel_packets?: number; kernel_drops?: number }
  decoder?: { pkts?: number }
  detect?: { engines?: Array<{ last_reload?: string; rules_loaded?: number }> }
}

/** Reads passing `stats` events, and the version from Suricata's own log next to the EVE file. */
export function createSuricataFacts(eveFile: string) {
  let stats: Stats = {}
  let isSeen = false

  return {
    see(line: Buffer): void {
      if (line.length > LONGEST_STATS || !line.toString('latin1', 0, MARK_WITHIN).includes(MARK)) return
      try {
        const event = JSON.parse(line.toString('utf8')) as { stats?: Stats }
        if (!event.stats) return
        stats = event.stats
        isSeen = true
      } catch {
        // Not JSON: the appliance handles it as a dead letter.
      }
    },
    async read(): Promise<SuricataFacts> {
      const version = await versionIn(join(dirname(eveFile), 'suricata.log'))
      return { version, ruleset: rulesetOf(stats), capture: isSeen ? captureOf(stats) : null }
    },
  }
}

function captureOf({ capture, decoder }: Stats): SuricataFacts['capture'] {
  const packets = capture?.kernel_packets ?? decoder?.pkts ?? 0
  const dropped = capture?.kernel_drops ?? 0
  const all = Math.max(packets, 1)
  return { packets, dropped, loss_percent: Math.round((Math.min(dropped, all) / all) * 1e4) / 100 }
}

/** Suricata reports no version of its rules; the number of loaded rules and the load time distinguish rule sets. */
function rulesetOf({ detect }: Stats): string | null {
  const engine = detect?.engines?.[0]
  if (!engine?.last_reload || engine.rules_loaded === undefined) return null
  return `${engine.rules_loaded} rules loaded at ${engine.last_reload}`
}

/** The version that was started last, from the end of its log; null when there is no readable log. */
async function versionIn(path: string): Promise<string | null> {
  try {
    await using file = await open(path, 'r')
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LOG_BYTES), 0, LOG_BYTES, Math.max(0, size - LOG_BYTES))
    const told = buffer.toString('latin1', 0, bytesRead).matchAll(/Suricata version (\d+\.\d+[\w.-]*)/g)
    return [...told].at(-1)?.[1] ?? null
  } catch {
    return null
  }
}
