import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AuditOrigin } from '@watchpost/store'
import { consoleOrigin } from '../console-origin.ts'

export interface FirstAdministratorPorts {
  hashPassword(password: string): Promise<string>
  createFirstAdministrator(
    user: { username: string; passwordHash: string; mustChangePassword: boolean },
    origin: AuditOrigin,
  ): Promise<'created' | 'exists'>
}

const USERNAME = 'admin'

/**
 * Makes the first administrator with a password of our own choice and writes both to the file. The password is on
 * disk before the account exists: an interruption in between locks no one out, the next run takes the same password.
 */
export async function ensureFirstAdministrator(
  file: string,
  ports: FirstAdministratorPorts,
  { mustChangePassword }: { mustChangePassword: boolean },
): Promise<'created' | 'exists'> {
  const draft = `${file}.draft`
  mkdirSync(dirname(file), { recursive: true })
  const isResumed = existsSync(draft)
  const credentials = isResumed
    ? (JSON.parse(readFileSync(draft, 'utf8')) as { username: string; password: string })
    : { username: USERNAME, password: randomBytes(18).toString('base64url') }
  if (!isResumed) writeFileSync(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })

  const passwordHash = await ports.hashPassword(credentials.password)
  const user = { username: credentials.username, passwordHash, mustChangePassword }
  const outcome = await ports.createFirstAdministrator(user, consoleOrigin())
  if (outcome === 'created' || isResumed) renameSync(draft, file)
  else rmSync(draft)
  return outcome
}
