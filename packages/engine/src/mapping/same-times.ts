import type { Family } from '@watchpost/model'

/** The time of every event. */
export const TIME_FIELD = '@timestamp'

/**
 * Other names of the same timestamp (ADR 0027): they are in the documents but not in the mappings, so that the engine
 * parses and stores it once. A search on one of them means `@timestamp`.
 */
const EVERYWHERE = ['timestamp', 'timestamp_detected'] as const

const sameTimes: Record<Family, readonly string[]> = {
  // Network events are judged when they are seen.
  network_events: [...EVERYWHERE, 'timestamp_analyzed'],
  malware: EVERYWHERE,
  code_analysis: EVERYWHERE,
}

/** The fields of a family that mean `@timestamp` in a search. */
export function sameTimesOf(family: Family): readonly string[] {
  return sameTimes[family]
}
