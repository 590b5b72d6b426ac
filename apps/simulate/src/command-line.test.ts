import { expect, test } from 'vitest'
import { type SimulateRequest, simulateCommand } from './command-line.ts'

async function parse(...words: string[]): Promise<SimulateRequest | string> {
  let parsed: SimulateRequest | undefined
  let said = ''
  const command = simulateCommand(async (options) => {
    parsed = options
  })
    .exitOverride()
    .configureOutput({ writeErr: (text) => (said += text), writeOut: (text) => (said += text) })
  await command.parseAsync(words, { from: 'user' }).catch(() => {})
  return parsed ?? said
}

test('defaults to a small demonstration', async () => {
  expect(await parse()).toMatchObject({ probes: 4, events: 20_000, seed: 1, resend: 0, batch: 500, stack: '.stack' })
})

test('parses shares, durations and lists', async () => {
  const options = await parse(
    '--late',
    '10%',
    '--resend',
    '0.25',
    '--give-up',
    '2m',
    '--kinds',
    'dns, alert,dns',
    '--events',
    '200_000',
  )
  expect(options).toMatchObject({ late: 0.1, resend: 0.25, giveUp: 120_000, kinds: ['alert', 'dns'], events: 200_000 })
})

test.each([
  [['--late', '110%'], 'from 0% to 100%'],
  [['--probes', '0'], 'whole number from 1'],
  [['--kinds', 'dns,nonsense'], 'No such kind: nonsense'],
  [['--gateway', 'http://127.0.0.1:1'], 'https://host:port'],
  [['--give-up', 'soon'], '60s'],
  [['--sed', '1'], "unknown option '--sed'"],
])('rejects %s with a reason', async (words, message) => {
  expect(await parse(...words)).toContain(message)
})
