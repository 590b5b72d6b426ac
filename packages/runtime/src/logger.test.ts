import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const logger = JSON.stringify(new URL('logger.ts', import.meta.url).href)

interface Line {
  msg: string
  time: string
}

/** What a process writes that logs and then ends in some way. */
function linesOf(body: string): Line[] {
  const program = `const { createLogger, withTime, writeWithBuffered } = await import(${logger})
    const log = createLogger('api', 'info', { isGathering: true })
    const die = () => process.kill(process.pid, 'SIGKILL')
    ${body}`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}

function messagesOf(body: string): string[] {
  return linesOf(body).map(({ msg }) => msg)
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

test('writes what is pending with the buffered lines', () => {
  const pending = `let told = false; writeWithBuffered(log, () => { if (!told) log.info('pending'); told = true });`
  expect(messagesOf(`${pending} setTimeout(die, 600)`)).toEqual(['pending'])
  expect(messagesOf(`${pending} process.exit(1)`)).toEqual(['pending'])
  expect(messagesOf(`${pending} log.warn('one'); die()`)).toEqual(['pending', 'one'])
})

test('a line can have the time of what it reports', () => {
  const lines = linesOf(`withTime(0, () => log.info('then')); log.info('now')`)
  expect(lines.map(({ time }) => time < '2026')).toEqual([true, false])
  expect(lines[0]?.time).toBe('1970-01-01T00:00:00.000Z')
})
