/** A list of names from a text with blanks between them. */
export function words(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}
