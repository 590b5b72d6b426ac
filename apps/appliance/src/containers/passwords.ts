import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serviceNames } from '@watchpost/runtime'
import { writeWhole } from '../setup/tls-folder.ts'

/** Where the password of each user is, below the folder of settings. */
export const passwordFiles = {
  storeOwner: 'owner/store-password',
  logOwner: 'owner/log-password',
  broker: 'owner/broker-password',
} as const

/** The user `service` of PostgreSQL (`store`) or Kafka (`log`). */
export function passwordFileOf(service: string, server: 'store' | 'log'): string {
  return `${service}/${server}-password`
}

/** Makes the passwords that do not exist; those that do are never changed. Returns how many were made. */
export function makePasswords(folder: string): number {
  const wanted = [
    ...Object.values(passwordFiles),
    ...serviceNames.flatMap((service) => [passwordFileOf(service, 'store'), passwordFileOf(service, 'log')]),
  ]
  const missing = wanted.map((file) => join(folder, file)).filter((path) => !existsSync(path))
  for (const path of missing) writeWhole(path, randomBytes(24).toString('base64url'), 0o600)
  return missing.length
}

export function readPassword(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8').trim()
}
