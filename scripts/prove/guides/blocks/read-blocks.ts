/** A block of shell commands in a guide. */
export interface CommandBlock {
  /** Page and line of its first command, for example `README.md:12`. */
  place: string
  text: string
  /** Why it cannot run: what follows `norun`. Empty if the guide gives no reason. */
  norun?: string
  /** Needs a machine with the packages. */
  needsPackages?: true
  /** The machines of an example with several on which it runs. */
  on?: readonly string[]
  /** It does not run in its turn: the proof knows when. */
  isLater?: true
}

/** A block in a list is indented. */
const FENCE = /^( *)```(.*)$/

/**
 * The `sh` blocks of a Markdown page, in order. What follows `sh` says where a block runs: `packages`, `on db-1,db-2`,
 * `on db-1 later`, or `norun` with the reason.
 */
export function readBlocks(path: string, page: string): CommandBlock[] {
  const blocks: CommandBlock[] = []
  const lines = page.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const [, indent = '', info] = FENCE.exec(lines[at] ?? '') ?? []
    if (info === undefined) continue
    const place = `${path}:${at + 1}`
    const end = lines.indexOf(`${indent}\`\`\``, at + 1)
    if (end === -1) throw new Error(`${place}: the block has no end`)
    const [language, ...words] = info.trim().split(' ')
    if (language === 'sh') {
      const text = lines
        .slice(at + 1, end)
        .map((line) => line.slice(indent.length))
        .join('\n')
      blocks.push({ place: `${path}:${at + 2}`, text, ...readInfo(place, words) })
    }
    at = end
  }
  return blocks
}

function readInfo(place: string, [mark, ...words]: readonly string[]): Partial<CommandBlock> {
  switch (mark) {
    case undefined:
      return {}
    case 'norun':
      return { norun: words.join(' ') }
    case 'packages':
      return { needsPackages: true }
    case 'on':
      return { on: words[0]?.split(',') ?? [], ...(words[1] === 'later' && { isLater: true }) }
    default:
      throw new Error(`${place}: unknown word after sh: ${mark}`)
  }
}

/** Statuses of rejected requests that the block announces in its comments, for example `# 400 query-invalid`. */
export function announcedStatuses(text: string): number[] {
  return [...text.matchAll(/# (4\d\d)\b/g)].map(([, status]) => Number(status))
}
