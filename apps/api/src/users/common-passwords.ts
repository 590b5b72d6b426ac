import list from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }

/** About fifty thousand common passwords, most common first; the list is part of the package. */
const common: ReadonlySet<string> = new Set(list)

export function isCommonPassword(password: string): boolean {
  return common.has(password)
}
