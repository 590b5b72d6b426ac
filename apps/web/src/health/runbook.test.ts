import { expect, test } from 'vitest'
import { runbookParts } from './runbook.ts'

test('splits a runbook into headings, steps and text without Markdown syntax', () => {
  const markdown = `# WatchpostLogDown

## What to do

It is **away**.

1. Do the brokers run (\`pnpm stack status\`)?
- Full disk: see [log-disk-full](log-disk-full.md).
`
  expect(runbookParts(markdown)).toEqual([
    { kind: 'heading', text: 'What to do' },
    { kind: 'words', text: 'It is away.' },
    { kind: 'step', text: 'Do the brokers run (`pnpm stack status`)?' },
    { kind: 'step', text: 'Full disk: see log-disk-full.' },
  ])
})
