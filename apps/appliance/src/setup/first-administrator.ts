import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from '@watchpost/runtime'
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

interface Credentials {
  username: string
  password: string
}

/**
 * Creates the first administrator with a generated password and writes both to the file. The password is on disk before
 * the account exists: after an interruption in between, the next run uses the same password.
 */
export async function ensureFirstAdministrator(
  file: string,
  ports: FirstAdministratorPorts,
  { mustChangePassword }: { mustChangePassword: boolean },
): Promise<'created' | 'exists'> {
  const draft = `${file}.draft`
  mkdirSync(dirname(file), { recursive: true })
  const resumed = readDraft(draft)
  const credentials = resumed ?? { username: USERNAME, password: randomBytes(18).toString('base64url') }
  if (!resumed) writeFileSync(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })

  const passwordHash = await ports.hashPassword(credentials.password)
  const user = { username: credentials.username, passwordHash, mustChangePassword }
  const outcome = await ports.createFirstAdministrator(user, consoleOrigin())
  if (outcome === 'created' || resumed) renameSync(draft, file)
  else rmSync(draft)
  return outcome
}

/** The credentials of an interrupted run; undefined when its draft is incomplete, since then no account was created. */
function readDraft(path: string): Credentials | undefined {
  try {
    const { username, password }: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8')) ?? {}
    return typeof username === 'string' && typeof password === 'string' ? { username, password } : undefined
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
