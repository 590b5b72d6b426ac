interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string }): unknown
}

/**
 * The policy of the pages lets no text become markup. Nothing at all may: a library that draws charts empties its place
 * that way before it begins.
 */
export function refuseMarkup(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML(text) {
      if (text !== '') throw new TypeError('text was about to become markup')
      return text
    },
  })
}
