import { expect, test } from 'vitest'
import type { Proof } from './proof.ts'
import { readCommand } from './read-command.ts'

const boats: Proof = {
  topic: 'boats',
  description: 'boats float',
  parts: { oars: 'rowing works', sails: 'sailing works', storm: 'they survive a storm' },
  fullSizeOnly: ['storm'],
  full: { amount: '100 boats', duration: 'a day' },
  small: { amount: '2 boats', duration: '1 minute' },
  options: { events: 'waves (100)', burners: 'fires (0)' },
  run: () => Promise.resolve(),
}
const rafts: Proof = { ...boats, topic: 'rafts', parts: {}, fullSizeOnly: [], options: {} }

const read = (line: string) => readCommand(line.split(' ').filter(Boolean), [boats, rafts])
const optionsOf = (line: string) => {
  const command = read(line)
  if (command.kind !== 'run') throw new Error(command.text)
  return command.options
}

test('runs all parts at full size when only a topic is given', () => {
  expect(optionsOf('boats')).toEqual({
    dir: '.stack-prove',
    isSmall: false,
    seed: 1,
    only: ['oars', 'sails', 'storm'],
    options: {},
  })
})

test('the small size leaves out full-size parts unless they are named', () => {
  expect(optionsOf('boats --ci').only).toEqual(['oars', 'sails'])
  expect(optionsOf('boats --ci --only storm').only).toEqual(['storm'])
})

test("--only and --except choose parts but keep the proof's order", () => {
  expect(optionsOf('boats --only sails,oars').only).toEqual(['oars', 'sails'])
  expect(optionsOf('boats --except oars').only).toEqual(['sails', 'storm'])
})

test('passes on the options of the topic', () => {
  expect(optionsOf('boats --events 7 --burners 2 --seed 5')).toMatchObject({
    events: 7,
    seed: 5,
    options: { burners: '2' },
  })
})

test.each([
  ['canoes', 'no such topic: canoes. Topics: boats, rafts'],
  ['boats --only anchor', 'boats has no part anchor. Parts: oars, sails, storm'],
  ['rafts --only oars', 'rafts has no part oars. It has no parts'],
  ['rafts --events 5', 'rafts has no option --events'],
  ['boats --seed x', '--seed must be a whole number, not "x"'],
  ['boats --anchors', "Unknown option '--anchors'"],
  ['boats rafts', 'one topic at a time'],
])('rejects %s with a short message', (line, message) => {
  const command = read(line)
  expect(command).toMatchObject({ kind: 'usage' })
  expect(command.kind === 'usage' && command.text).toContain(message)
})

test('shows the overview as a usage error without a topic, and as an answer with --help', () => {
  expect(read('')).toMatchObject({ kind: 'usage' })
  const help = read('--help')
  expect(help.kind === 'help' && help.text).toMatch(
    /boats +boats float\n +parts +oars, sails, storm\n +full +100 boats; a day/,
  )
})

test('the help of a topic lists every part and option', () => {
  const help = read('boats --help')
  const text = help.kind === 'help' ? help.text : ''
  for (const line of [
    'oars',
    'rowing works',
    '100 boats; a day',
    '2 boats; 1 minute',
    '--burners',
    'fires (0)',
    '--ci',
  ])
    expect(text).toContain(line)
})
