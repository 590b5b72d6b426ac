import list from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }

/** Some fifty thousand passwords that are tried first, commonest first; the list travels with the package. */
const common: ReadonlySet<string> = new Set(list)

export function isCommonPassword(password: string): boolean {
  return common.has(password)
}
