/** What analysts can say of an alert. */
export const alertStatuses = ['open', 'acknowledged', 'closed'] as const
export type AlertStatus = (typeof alertStatuses)[number]
