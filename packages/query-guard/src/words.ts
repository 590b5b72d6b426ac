/** Splits a text at white space into names. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}
