import type { Proof } from './proof.ts'

const common = {
  '--ci': 'the small size',
  '--only A,B': 'these parts only',
  '--except A,B': 'all parts except these',
  '--seed N': 'seed of everything random (1)',
  '--dir DIR': 'folder of the stack that the proof starts and stops (.stack-prove)',
  '--share': 'leave the servers running for the next proof with the same --dir, which empties them first',
}

const notes = `The stack of a proof has its own folder and ports (WATCHPOST_STACK_PORT_OFFSET, 1000 unless set).
A proof prints a table and, as its last line, one JSON object; it exits with 1 when a check fails.
Durations are those of two cores; those of the full size are estimates.`

/** `pnpm prove --help`: every topic with its parts, sizes and duration. */
export function overview(proofs: readonly Proof[]): string {
  const topics = proofs.map((proof) => [
    `  ${proof.topic.padEnd(12)} ${proof.description}`,
    ...labelled('parts', Object.keys(proof.parts).join(', ')),
    ...labelled('full', sizeText(proof.full)),
    ...labelled('small', sizeText(proof.small)),
  ])
  return [
    'pnpm prove <topic> [options]',
    'pnpm prove <topic> --help      parts and options of one topic',
    '',
    topics.map((lines) => lines.join('\n')).join('\n\n'),
    '',
    table(common),
    '',
    notes,
  ].join('\n')
}

/** `pnpm prove <topic> --help`: what each part shows, and all options. */
export function helpOf({ topic, description, parts, fullSizeOnly = [], full, small, options = {} }: Proof): string {
  const own = Object.entries(options).map(([name, text]) => [`--${name}`, text])
  const hasParts = Object.keys(parts).length > 0
  return [
    `pnpm prove ${topic} [options]`,
    '',
    `  ${description}`,
    ...(hasParts ? ['', 'Parts:', table(parts)] : []),
    ...(fullSizeOnly.length > 0 ? [`  Not part of the small size unless named: ${fullSizeOnly.join(', ')}`] : []),
    '',
    'Sizes:',
    table({ full: sizeText(full), small: sizeText(small) }),
    '',
    'Options:',
    table({ ...common, ...Object.fromEntries(own) }),
    '',
    notes,
  ].join('\n')
}

function sizeText({ amount, duration }: Proof['full']): string {
  return `${amount}; ${duration}`
}

function labelled(label: string, text: string): string[] {
  return text ? [`  ${' '.repeat(12)} ${label.padEnd(6)} ${text}`] : []
}

function table(rows: Readonly<Record<string, string>>): string {
  const width = Math.max(...Object.keys(rows).map((name) => name.length)) + 2
  return Object.entries(rows)
    .map(([name, text]) => `  ${name.padEnd(width)}${text}`)
    .join('\n')
}
