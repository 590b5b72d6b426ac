/** Remembered hashes: about 10 MB. A forgotten file is only announced again. */
const MOST = 50_000

/** Files that the appliance has, or does not take. Empty after a restart: then all files are announced again. */
export function createSettledFiles(most = MOST) {
  const settled = new Set<string>()
  return {
    has: (sha256: string) => settled.has(sha256),
    add(sha256: string): void {
      settled.add(sha256)
      if (settled.size <= most) return
      const [oldest = ''] = settled
      settled.delete(oldest)
    },
    forget: (sha256: string): void => void settled.delete(sha256),
  }
}
export type SettledFiles = ReturnType<typeof createSettledFiles>
