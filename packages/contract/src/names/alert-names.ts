/** The statuses that analysts can set on an alert. */
export const alertStatuses = ['open', 'acknowledged', 'closed'] as const
export type AlertStatus = (typeof alertStatuses)[number]

/** The detectors of alerts. */
export const detectorTypes = ['network_engine', 'malware_engine', 'code_engine'] as const
