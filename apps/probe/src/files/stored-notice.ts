const MARK = '"event_type":"fileinfo"'
/** In Suricata's output, the event type is among the first members. */
const MARK_WITHIN = 160
const LONGEST = 64 * 1024
/** More than Suricata stores between two looks. Beyond it, the next full look finds the rest. */
const MOST = 1_000

/** Suricata announces a file before it has its name: usually a moment, but seconds when it stops. */
const TRIES = 30
const AGAIN_MS = 1_000

/** Collects the hashes of files that Suricata says it has stored, from the lines that pass. */
export function createStoredNotice(ring: () => void) {
  let fresh = new Set<string>()
  /** Hashes that were not found yet, and how often. */
  let missed = new Map<string, number>()
  /** Of those that were taken last. */
  let tried = new Map<string, number>()

  return {
    see(line: Buffer): void {
      if (line.length > LONGEST || !line.toString('latin1', 0, MARK_WITHIN).includes(MARK)) return
      const sha256 = storedFileIn(line)
      if (sha256 === undefined || fresh.size >= MOST) return
      fresh.add(sha256)
      ring()
    },
    isEmpty: () => fresh.size === 0 && missed.size === 0,
    /** When to take again; only if there is something to take. */
    waitMs: () => (fresh.size > 0 ? 0 : AGAIN_MS),
    take(): string[] {
      tried = missed
      const taken = [...new Set([...missed.keys(), ...fresh])]
      fresh = new Set()
      missed = new Map()
      return taken
    },
    /** Takes this hash again soon, a few times. The next full look finds what came later. */
    again(sha256: string): void {
      const tries = (tried.get(sha256) ?? 0) + 1
      if (tries < TRIES) missed.set(sha256, tries)
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
