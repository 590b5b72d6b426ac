import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const logger = JSON.stringify(new URL('logger.ts', import.meta.url).href)

/** The messages of a process that logs and then ends in some way. */
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

test('writes buffered lines soon, and when the process ends', () => {
  expect(messagesOf(`log.info('one'); setTimeout(die, 600)`)).toEqual(['one'])
  expect(messagesOf(`log.info('one'); log.info('two')`)).toEqual(['one', 'two'])
  expect(messagesOf(`log.info('one'); process.exit(1)`)).toEqual(['one'])
})

test('writes a warning at once, with all earlier lines, also from a child logger', () => {
  expect(messagesOf(`log.info('one'); log.child({ a: 1 }).warn('two'); die()`)).toEqual(['one', 'two'])
})

test('buffers lines', () => {
  expect(messagesOf(`log.info('one'); die()`)).toEqual([])
})
