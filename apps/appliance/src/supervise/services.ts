import { productFiles } from '@watchpost/runtime'

/** Every service that the appliance runs, in the order of the data flow. */
export const services = ['gateway', 'indexer', 'clusters', 'exporter', 'api'] as const
export type Service = (typeof services)[number]

/** The name of the service before 0.2.0. Remove it in 0.3.0. */
const FORMER_NAME = /^analyzer\b/

/** The current name of a service, a copy (`api-2`) or a number of copies (`api=2`). */
export function currentName(name: string): string {
  return name.replace(FORMER_NAME, 'clusters')
}

export function isService(name: string): name is Service {
  return (services as readonly string[]).includes(name)
}

/** The main file of a service. An app must not be imported, so this is a path. */
export function mainOf(service: Service): string {
  return productFiles().main(service)
}
