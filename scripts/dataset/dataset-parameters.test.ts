import { expect, test } from 'vitest'
import { codeOf } from './dataset-parameters.ts'

test('the code of a source is what remains without its comment lines', () => {
  const source = `/** One line. */
const rate = 2 * 3 / 4 // stays: on a line of code
/**
 * Several lines, with * and / in them.
 */
  // indented
  const path = '/*' + '*/'
`
  expect(codeOf(source)).toBe(`const rate = 2 * 3 / 4 // stays: on a line of code
  const path = '/*' + '*/'
`)
})

test('a changed line of code changes it', () => {
  expect(codeOf('/** The limit. */\nconst limit = 2\n')).not.toBe(codeOf('/** The limit. */\nconst limit = 3\n'))
})
