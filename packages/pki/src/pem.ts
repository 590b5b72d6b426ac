/** One block of a PEM text, from its BEGIN to its END line, inclusive. */
export interface PemBlock {
  label: string
  text: string
}

const border = /^-----(BEGIN|END) ([A-Z0-9 ]+)-----$/

/** The blocks of a PEM text, in order; text between them is ignored. `broken` if a block has no end. */
export function pemBlocks(text: string): PemBlock[] | 'broken' {
  const blocks: PemBlock[] = []
  let open: { label: string; lines: string[] } | undefined
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    const [, edge, label = ''] = border.exec(line) ?? []
    if (edge === 'BEGIN') {
      if (open) return 'broken'
      open = { label, lines: [line] }
    } else if (edge === 'END') {
      if (open?.label !== label) return 'broken'
      blocks.push({ label, text: `${[...open.lines, line].join('\n')}\n` })
      open = undefined
    } else {
      open?.lines.push(line)
    }
  }
  return open ? 'broken' : blocks
}
