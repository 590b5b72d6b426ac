/** Words that we do not write, and their replacements. Patterns match whole words and ignore case. */
export const wordList: Readonly<Record<string, { pattern: RegExp; instead: string }>> = {
  anew: word('anew', 'again'),
  beside: word('beside', 'next to, in addition to, compared with'),
  whoever: word('whoever|whomever', 'name the person or the part'),
  somebody: word('somebody', 'someone, or name the role'),
  nobody: word('nobody', 'no one, or name the role'),
  meanwhile: word('meanwhile', 'while …, in the meantime, since then'),
  thus: word('thus|hence|wherefore|whence|thereof|therein|thereby|whereby|wherein', 'so, from, of it, in it'),
  whilst: word('whilst|amongst|albeit|hitherto|henceforth|heretofore|forthwith|lest', 'while, among, although, so far'),
  'it is no': word(
    '(?:it|what|that|which) (?:is|are|was) no(?! longer| more| less| other| one| way)|such as are',
    'it is not a …',
  ),
  'as 30s': word('as \\d+ ?(?:ms|s|m|h|d|kb|mb|gb|%)', 'for example 30s'),
  frontier: word('frontiers?', 'high-water mark'),
  shelf: word('shelf|shelves', 'a name for what it keeps'),
  deck: word('decks?', 'a name for what it holds'),
  lane: word('lanes?', 'queue'),
}

function word(pattern: string, instead: string): { pattern: RegExp; instead: string } {
  // A part of a longer name (changed-meanwhile, login_lane) is a public name or an identifier.
  return { pattern: new RegExp(`(?<![\\w./-])(?:${pattern})(?![\\w-]|\\.\\w|/)`, 'gi'), instead }
}
