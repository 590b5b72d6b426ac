const MARK = '"event_type":"fileinfo"'
/** In Suricata's output, the event type is among the first members. */
const MARK_WITHIN = 160
const LONGEST = 64 * 1024
/** More than Suricata stores between two looks. Beyond it, the next full look finds the rest. */
const MOST = 1_000

/** Collects the hashes of files that Suricata says it has stored, from the lines that pass. */
export function createStoredNotice(ring: () => void) {
  let noticed = new Set<string>()
  return {
    see(line: Buffer): void {
      if (line.length > LONGEST || !line.toString('latin1', 0, MARK_WITHIN).includes(MARK)) return
      const sha256 = storedFileIn(line)
      if (sha256 === undefined || noticed.size >= MOST) return
      noticed.add(sha256)
      ring()
    },
    isEmpty: () => noticed.size === 0,
    take(): string[] {
      const taken = [...noticed]
      noticed = new Set()
      return taken
    },
  }
}

function storedFileIn(line: Buffer): string | undefined {
  try {
    const { fileinfo } = JSON.parse(line.toString('utf8')) as { fileinfo?: { stored?: unknown; sha256?: unknown } }
    return fileinfo?.stored === true && typeof fileinfo.sha256 === 'string' ? fileinfo.sha256 : undefined
  } catch {
    // Not JSON: the appliance handles it as a dead letter.
    return undefined
  }
}
