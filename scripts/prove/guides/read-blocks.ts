/** A block of shell commands in a guide. */
export interface CommandBlock {
  /** Of its first command. */
  line: number
  text: string
  /** Why it cannot run: what follows `norun`. Empty if the guide gives no reason. */
  norun?: string
}

const FENCE = /^```(.*)$/

/** The `sh` blocks of a Markdown page, in order. */
export function readBlocks(page: string): CommandBlock[] {
  const blocks: CommandBlock[] = []
  const lines = page.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const info = FENCE.exec(lines[at] ?? '')?.[1]?.trim()
    if (info === undefined) continue
    const end = lines.indexOf('```', at + 1)
    if (end === -1) throw new Error(`line ${at + 1}: the block has no end`)
    const [language, mark, ...reason] = info.split(' ')
    if (language === 'sh') {
      const text = lines.slice(at + 1, end).join('\n')
      blocks.push({ line: at + 2, text, ...(mark === 'norun' && { norun: reason.join(' ') }) })
    }
    at = end
  }
  return blocks
}

/** Statuses of rejected requests that the block announces in its comments, for example `# 400 query-invalid`. */
export function announcedStatuses(text: string): number[] {
  return [...text.matchAll(/# (4\d\d)\b/g)].map(([, status]) => Number(status))
}
