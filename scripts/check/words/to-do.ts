/**
 * How often a word of the list may still occur. A number may only fall; a word that is not here may not occur at all.
 */
export const toDo: Readonly<Record<string, number>> = {
  anew: 8,
  beside: 128,
  whoever: 137,
  somebody: 2,
  nobody: 5,
  meanwhile: 7,
  thus: 1,
  lane: 58,
  shelf: 1,
}
