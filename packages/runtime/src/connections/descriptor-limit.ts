import { readFileSync } from 'node:fs'

/** Kept free for files and for connections to the database, the log and the engine: this many, or this share of all. */
const SPARE_DESCRIPTORS = 256
const SPARE_SHARE = 0.05

/** How many descriptors this process may open; undefined if the system does not report it. */
export function readDescriptorLimit(read: () => string = readLimits): number | undefined {
  try {
    const [, soft = ''] = /^Max open files\s+(\d+|unlimited)/m.exec(read()) ?? []
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft) || undefined
  } catch {
    return undefined
  }
}

/** The configured limit of connections, lowered if the process has too few descriptors for it. */
export function fitToDescriptors(wanted: number, descriptors: number | undefined): number {
  if (descriptors === undefined || descriptors === Number.POSITIVE_INFINITY) return wanted
  const spare = Math.max(SPARE_DESCRIPTORS, Math.ceil(descriptors * SPARE_SHARE))
  return Math.max(1, Math.min(wanted, descriptors - spare))
}

function readLimits(): string {
  return readFileSync('/proc/self/limits', 'utf8')
}
