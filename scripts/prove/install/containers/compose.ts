import { join } from 'node:path'
import { APPLIANCE } from '../packages/machine/machine-network.ts'
import type { Podman, Ran } from './podman.ts'

export const services = ['gateway', 'indexer', 'clusters', 'exporter', 'api', 'console'] as const
export const servers = ['store', 'log', 'engine'] as const
export const PROJECT = 'proof'

/** Runs podman-compose on the files of this repository. */
export function compose(podman: Podman, ...args: string[]): Ran {
  const files = ['compose', 'demo'].flatMap((name) => ['--file', join('deploy/compose', `${name}.yaml`)])
  const env = { WATCHPOST_NAMES: APPLIANCE.name, WATCHPOST_BIND: APPLIANCE.address }
  return podman.tryCommand(['podman-compose', '--project-name', PROJECT, ...files, ...args], { env })
}

/** The container of a service of the compose files. */
export function containerOf(podman: Podman, service: string): string {
  const filter = [
    '--filter',
    `label=com.docker.compose.project=${PROJECT}`,
    '--filter',
    `label=com.docker.compose.service=${service}`,
  ]
  return podman.run('ps', '--all', '--quiet', ...filter).trim()
}

/** What a container printed, for a report of a failure. */
export function logsOf(podman: Podman, service: string): string {
  return podman.tryRun('logs', '--tail', '15', containerOf(podman, service)).output
}
