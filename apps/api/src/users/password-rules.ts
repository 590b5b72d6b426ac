import { AppError } from '@watchpost/contract'
import { isGuessable, lengthOf } from './guessable.ts'

const minLength = 15
const maxLength = 256
/** Minimum remaining length after the names of user, product and host are removed. */
const minUnrelated = 8
const minContextWord = 3

export interface PasswordContext {
  username: string
  /** The JSON pointer to the password in the request. */
  pointer: string
}

export interface PasswordRulesOptions {
  /** Whether a password, in lower case, is a common one. */
  isCommon(password: string): boolean
  /** Names of product and host. */
  contextWords: readonly string[]
}

export type PasswordRules = ReturnType<typeof createPasswordRules>

/** The rules of NIST SP 800-63B-4: length and a block list; no composition rules, no expiry. */
export function createPasswordRules({ isCommon, contextWords }: PasswordRulesOptions) {
  const reasonAgainst = (password: string, username: string): string | undefined => {
    if (!password.isWellFormed()) return 'is not valid Unicode'
    const composed = password.normalize('NFC')
    const length = lengthOf(composed)
    if (length < minLength) return `has ${length} characters, and needs ${minLength}`
    if (length > maxLength) return `has ${length} characters, and may have ${maxLength}`
    const plain = composed.toLowerCase()
    if (isGuessable(plain, isCommon)) return 'is a common password, a repetition or a run of neighbouring keys'
    const words = [...contextWords, ...partsOf(username)]
    if (lengthOf(withoutWords(plain, words)) < minUnrelated) return 'is built around the name of user, host or product'
    return undefined
  }

  return {
    /** Throws a problem with the pointer and the rule. */
    check(password: string, { username, pointer }: PasswordContext): void {
      const detail = reasonAgainst(password, username)
      if (detail) throw new AppError('password-refused', `The password ${detail}.`, { errors: [{ pointer, detail }] })
    },
  }
}

/** A name and its parts: `olga.k@example.org` also gives olga and example. */
function partsOf(name: string): string[] {
  return [name, ...name.split(/[^\p{L}\p{N}]+/u)]
}

function withoutWords(text: string, words: readonly string[]): string {
  return words
    .map((word) => word.toLowerCase())
    .filter((word) => lengthOf(word) >= minContextWord)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), text)
}
