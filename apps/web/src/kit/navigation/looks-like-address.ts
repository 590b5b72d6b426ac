/** Whether a text looks like an IPv4 or IPv6 address or network. The API validates it. */
export function looksLikeAddress(words: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}(\/\d{1,2})?$/.test(words) || /^[\da-f]*:[\da-f:.]+(\/\d{1,3})?$/i.test(words)
}
