import { ConfigError } from '@watchpost/runtime'
import { CommanderError } from 'commander'
import { expect, test } from 'vitest'
import { failureOf } from './command-failure.ts'
import { Refused } from './refused.ts'

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code })

test('a command that the operator can correct ends with a sentence, without a stack trace', () => {
  expect(failureOf(new Refused('no'))).toEqual({ exitCode: 1, text: 'no' })
  expect(failureOf(new ConfigError(['one is missing']))).toMatchObject({ exitCode: 2 })
  expect(failureOf(new CommanderError(1, 'x', 'y'))).toEqual({ exitCode: 2 })
  expect(failureOf(new CommanderError(0, 'x', 'help'))).toEqual({ exitCode: 0 })
})

test('an unreachable server is named, also as the cause of another error', () => {
  const refused = withCode('ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:15432')
  const several = Object.assign(new AggregateError([refused]), { code: 'ECONNREFUSED' })
  for (const each of [refused, several, new Error('outer', { cause: refused })]) {
    expect(failureOf(each)).toMatchObject({ exitCode: 3, text: expect.stringContaining('127.0.0.1:15432') })
  }
})

test('a login that PostgreSQL refuses says what to do', () => {
  const { exitCode, text } = failureOf(withCode('28000', 'Peer authentication failed for user "watchpost"'))
  expect(exitCode).toBe(1)
  expect(text).toMatch(/^PostgreSQL refuses the login: Peer authentication failed.* Run the command as root/)
})

test('a surprise keeps its stack trace', () => {
  expect(failureOf(new TypeError('x'))).toEqual({ exitCode: 1, isSurprise: true })
})
