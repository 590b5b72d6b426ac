/** The statuses that analysts can set on an alert. */
export const alertStatuses = ['open', 'acknowledged', 'closed'] as const
export type AlertStatus = (typeof alertStatuses)[number]

/** The verdicts that analysts can give an alert. */
export const alertVerdicts = ['true_positive', 'false_positive', 'benign'] as const
export type AlertVerdict = (typeof alertVerdicts)[number]

/** In a filter: alerts without a verdict. */
export const noVerdict = 'none'
/** In a filter: alerts that are assigned to no one. No user name begins with `@`. */
export const noAssignee = '@none'

/** The detectors of alerts. */
export const detectorTypes = ['network_engine', 'malware_engine', 'code_engine'] as const
