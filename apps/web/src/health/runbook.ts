/** A part of a runbook: a heading, a list step, or text. */
export interface RunbookPart {
  kind: 'heading' | 'step' | 'words'
  text: string
}

/**
 * The parts of a runbook as plain text. Link targets are dropped, because they are files that the app does not have.
 */
export function runbookParts(markdown: string): RunbookPart[] {
  return markdown.split('\n').flatMap((line): RunbookPart[] => {
    const written = line.trim()
    if (written === '' || written.startsWith('# ')) return []
    const heading = /^#+ (.*)$/.exec(written)?.[1]
    if (heading !== undefined) return [{ kind: 'heading', text: plain(heading) }]
    const step = /^(?:[-*]|\d+\.) (.*)$/.exec(written)?.[1]
    return [step === undefined ? { kind: 'words', text: plain(written) } : { kind: 'step', text: plain(step) }]
  })
}

function plain(text: string): string {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('**', '')
}
