import { expect, test } from 'vitest'
import { contentsOf } from './guide-contents.ts'

test("lists headings of two levels with GitHub's anchors", () => {
  const page = [
    '# Guide',
    '## Is everything here?',
    '### Roll-over and `watchpost init`',
    '```sh',
    '## a comment',
    '```',
    '#### No',
  ]
  expect(contentsOf(page.join('\n')).split('\n')).toEqual([
    '- [Is everything here?](#is-everything-here)',
    '  - [Roll-over and `watchpost init`](#roll-over-and-watchpost-init)',
  ])
})
