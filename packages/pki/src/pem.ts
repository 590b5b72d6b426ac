/** One block of a PEM text: what stands between its BEGIN and its END, those lines included. */
export interface PemBlock {
  label: string
  text: string
}

const border = /^-----(BEGIN|END) ([A-Z0-9 ]+)-----$/

/** The blocks of a PEM text, in order; what stands between them is a comment. `broken` when one does not end. */
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
