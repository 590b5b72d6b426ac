import { writeLogSettings } from './log-settings.ts'
import { makePasswords } from './passwords.ts'
import { writeStoreSettings } from './store-settings.ts'

export interface ContainerSettingsOptions {
  /** Where the settings of all containers are. */
  folder: string
  /** The servers that get settings. */
  servers: readonly ('store' | 'log')[]
  /** The host name of Kafka. */
  logHost: string
}

/** Makes what the containers of the servers need before their first start. A second run keeps passwords and certificates. */
export async function makeContainerSettings(
  { folder, servers, logHost }: ContainerSettingsOptions,
  say: (line: string) => void,
): Promise<void> {
  const made = makePasswords(folder)
  if (servers.includes('store')) writeStoreSettings(folder)
  if (servers.includes('log')) await writeLogSettings(folder, logHost)
  say(`${made} passwords made; settings of ${servers.join(', ')} written`)
}
