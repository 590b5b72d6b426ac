interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string }): unknown
}

/** The trusted types policy allows only the empty string as HTML: the chart library clears its container with it. */
export function refuseMarkup(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML(text) {
      if (text !== '') throw new TypeError('text was about to become markup')
      return text
    },
  })
}
