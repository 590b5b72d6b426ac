/** The three indexes that callers search. */
export const families = ['network_events', 'malware', 'code_analysis'] as const
export type Family = (typeof families)[number]

/** Everything that is stored in generations: the events, and separately the alert entries for listings. */
export const storedFamilies = [...families, 'alerts'] as const
export type StoredFamily = (typeof storedFamilies)[number]

/** The detector that reported the event. */
export type DetectorType = 'network_engine' | 'malware_engine' | 'code_engine'

export function detectorOf(family: Family): DetectorType {
  if (family === 'malware') return 'malware_engine'
  return family === 'code_analysis' ? 'code_engine' : 'network_engine'
}
