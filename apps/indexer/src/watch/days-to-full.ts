/** What the engine holds, and what room there is for more. */
export interface Storage {
  /** By the day of arrival, for example `2026-11-14`, on disk with replicas. */
  bytesOfDays: ReadonlyMap<string, number>
  /** What may still be written before the limit of the disk is reached. */
  roomBytes: number
  retentionDays: number
}

/** So far ahead no one plans; it also stands for "never". */
export const MOST_DAYS = 3_650
/** Growth is that of the last week: a working week and its end. */
const LOOK_BACK_DAYS = 7
const DAY_MS = 86_400_000

/**
 * In how many days the disk is full at the present pace. What retention removes makes room: where a whole retention
 * period of such days fits, the disk never fills.
 */
export function daysToFull({ bytesOfDays, roomBytes, retentionDays }: Storage, now: number): number {
  const today = Math.floor(now / DAY_MS)
  const recent = [...bytesOfDays]
    .map(([day, bytes]) => ({ day: Math.floor(Date.parse(day) / DAY_MS), bytes }))
    .filter(({ day, bytes }) => bytes > 0 && day <= today && day > today - LOOK_BACK_DAYS)
  if (recent.length === 0) return MOST_DAYS
  const oldest = Math.min(...recent.map(({ day }) => day))
  // Of today only the part that has passed counts; a first hour alone would be a guess. On the very first day this is
  // too hopeful, since no one knows when it began.
  const passedDays = Math.max(1 / 24, now / DAY_MS - oldest)
  const perDay = recent.reduce((sum, { bytes }) => sum + bytes, 0) / passedDays
  const held = [...bytesOfDays.values()].reduce((sum, bytes) => sum + bytes, 0)
  if (perDay * retentionDays <= held + roomBytes) return MOST_DAYS
  return Math.min(MOST_DAYS, Math.max(0, roomBytes / perDay))
}
