import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const logger = JSON.stringify(new URL('logger.ts', import.meta.url).href)

/** The messages that a process leaves behind which logs, and then ends in some way. */
function messagesOf(body: string): string[] {
  const program = `const { createLogger } = await import(${logger})
    const log = createLogger('api', 'info', { isGathering: true })
    const die = () => process.kill(process.pid, 'SIGKILL')
    ${body}`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { msg: string }).msg)
}

test('lines that are gathered are out soon, and when the process ends', () => {
  expect(messagesOf(`log.info('one'); setTimeout(die, 600)`)).toEqual(['one'])
  expect(messagesOf(`log.info('one'); log.info('two')`)).toEqual(['one', 'two'])
  expect(messagesOf(`log.info('one'); process.exit(1)`)).toEqual(['one'])
})

test('a warning is out at once, with what came before it, also of a child', () => {
  expect(messagesOf(`log.info('one'); log.child({ a: 1 }).warn('two'); die()`)).toEqual(['one', 'two'])
})

test('lines are gathered', () => {
  expect(messagesOf(`log.info('one'); die()`)).toEqual([])
})
