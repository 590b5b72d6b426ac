import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDetachedProcess } from './detached-process.ts'
import { waitUntil } from './wait-until.ts'

function newPlace() {
  const root = mkdtempSync(join(tmpdir(), 'detached-'))
  return { dataDir: root, logDir: join(root, 'logs'), runDir: join(root, 'run') }
}
const shell = (script: string) => ({ command: 'sh', args: ['-c', script] })

test('another process can find and stop it', async () => {
  const place = newPlace()
  createDetachedProcess('one', place).launch(shell('echo hello; exec sleep 60'))
  const seen = createDetachedProcess('one', place)
  expect(seen.pid()).toBeTypeOf('number')
  await waitUntil(() => readFileSync(seen.logFile, 'utf8') === 'hello\n', { withinMs: 5_000 })
  await seen.stop()
  expect(seen.pid()).toBeUndefined()
})

test('kills a process that ignores the stop signal', async () => {
  const stubborn = createDetachedProcess('two', newPlace(), { graceMs: 100 })
  stubborn.launch(shell('trap "" TERM; echo ready; while :; do sleep 0.1; done'))
  await waitUntil(() => readFileSync(stubborn.logFile, 'utf8') === 'ready\n', { withinMs: 5_000 })
  await stubborn.stop()
  expect(stubborn.pid()).toBeUndefined()
})

test('stopping an absent process succeeds', async () => {
  const absent = createDetachedProcess('three', newPlace())
  await absent.stop()
  await absent.kill9()
  expect(absent.pid()).toBeUndefined()
})
