import { ConfigError, errorCode } from '@watchpost/runtime'
import { KeyFileError } from '@watchpost/secrets'
import { CommanderError } from 'commander'
import { Refused } from './refused.ts'

/** How a command ends that failed. */
export interface CommandFailure {
  /** For scripts: 1 refused, 2 usage, 3 not reachable. */
  exitCode: number
  /** For the operator. Absent for a surprise, whose stack trace is needed, and for what is already printed. */
  text?: string
  isSurprise?: true
}

const UNREACHABLE = /^E(CONNREFUSED|HOSTUNREACH|TIMEDOUT|NOTFOUND)$|^EAI_AGAIN$/
/** Invalid authorisation, of PostgreSQL. */
const LOGIN_REFUSED = /^28[0-9A-Z]{3}$/

export function failureOf(error: unknown): CommandFailure {
  // Commander has already printed what is wrong with the arguments; requested help is not an error.
  if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? 0 : 2 }
  if (error instanceof ConfigError) return { exitCode: 2, text: error.message }
  if (error instanceof KeyFileError || error instanceof Refused) return { exitCode: 1, text: error.message }
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const code = errorCode(each) ?? ''
    if (UNREACHABLE.test(code)) {
      const todo = 'Start it, or correct its address. `watchpost doctor` checks all servers.'
      return { exitCode: 3, text: `A server cannot be reached: ${firstOf(each).message}. ${todo}` }
    }
    if (LOGIN_REFUSED.test(code)) {
      const todo =
        'Run the command as root or as the user of a service, or correct WATCHPOST_STORE_URL and its password.'
      return { exitCode: 1, text: `PostgreSQL refuses the login: ${each.message}. ${todo}` }
    }
  }
  return { exitCode: 1, isSurprise: true }
}

/** A name with several addresses fails with an error for each, and without a message of its own. */
function firstOf(error: Error): Error {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined
  return first instanceof Error ? first : error
}
