/** How often a listed word may still occur. Numbers may only fall; a word that is not here may not occur at all. */
export const toDo: Readonly<Record<string, number>> = {}
