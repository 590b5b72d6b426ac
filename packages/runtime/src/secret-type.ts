import { Type } from 'typebox'
import type { Secret } from './secret.ts'

/** A schema leaf whose value comes from the file that `WATCHPOST_<env>_FILE` names. */
export function SecretType(options: { env: string; description: string }) {
  return Type.Unsafe<Secret>({ secret: true, ...options })
}
