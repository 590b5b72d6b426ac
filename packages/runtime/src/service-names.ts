/** The services, and `console`: the `watchpost` commands. Each can have a user of its own on the servers. */
export const serviceNames = ['gateway', 'indexer', 'clusters', 'exporter', 'api', 'console'] as const
export type ServiceName = (typeof serviceNames)[number]
