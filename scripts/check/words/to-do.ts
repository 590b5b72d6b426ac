/**
 * How often a word of the list may still occur. A number may only fall; a word that is not here may not occur at all.
 */
export const toDo: Readonly<Record<string, number>> = {}
