/** The time frames of clusters, in UTC: start inclusive, end exclusive. */
export const frequencies = ['hour', 'day'] as const
export type Frequency = (typeof frequencies)[number]

const LENGTH_MS: Record<Frequency, number> = { hour: 3_600_000, day: 86_400_000 }

/** The start of the frame that contains an instant, with milliseconds and `Z`. */
export function frameStart(instant: string, frequency: Frequency): string {
  return frequency === 'day' ? `${instant.slice(0, 10)}T00:00:00.000Z` : `${instant.slice(0, 13)}:00:00.000Z`
}

/** The first instant after a frame. */
export function frameEnd(start: string, frequency: Frequency): string {
  return new Date(Date.parse(start) + LENGTH_MS[frequency]).toISOString()
}
