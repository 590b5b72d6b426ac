/** Storage of the engine, and room for more. */
export interface Storage {
  /** Bytes on disk with replicas, by day of arrival, for example `2026-11-14`. */
  bytesOfDays: ReadonlyMap<string, number>
  /** Bytes that can be written before the disk limit is reached. */
  roomBytes: number
  retentionDays: number
}

/** Beyond the planning horizon; also stands for "never". */
export const MOST_DAYS = 3_650
/** Growth is measured over the last week: working days and weekend. */
const LOOK_BACK_DAYS = 7
const DAY_MS = 86_400_000

/**
 * In how many days the disk is full at the current rate. Retention frees room: if a whole retention period of such days
 * fits, the disk never fills.
 */
export function daysToFull({ bytesOfDays, roomBytes, retentionDays }: Storage, now: number): number {
  const today = Math.floor(now / DAY_MS)
  const recent = [...bytesOfDays]
    .map(([day, bytes]) => ({ day: Math.floor(Date.parse(day) / DAY_MS), bytes }))
    .filter(({ day, bytes }) => bytes > 0 && day <= today && day > today - LOOK_BACK_DAYS)
  if (recent.length === 0) return MOST_DAYS
  const oldest = Math.min(...recent.map(({ day }) => day))
  // Of today, only the elapsed part counts, but at least an hour: less would be a guess. On the very first day the
  // result is too optimistic, since the start time is unknown.
  const passedDays = Math.max(1 / 24, now / DAY_MS - oldest)
  const perDay = recent.reduce((sum, { bytes }) => sum + bytes, 0) / passedDays
  const held = [...bytesOfDays.values()].reduce((sum, bytes) => sum + bytes, 0)
  if (perDay * retentionDays <= held + roomBytes) return MOST_DAYS
  return Math.min(MOST_DAYS, Math.max(0, roomBytes / perDay))
}
