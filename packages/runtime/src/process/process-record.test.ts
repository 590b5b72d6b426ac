import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ProcessRecord, forgetProcess, recordedPid, recordProcess } from './process-record.ts'

const newFile = () => join(mkdtempSync(join(tmpdir(), 'record-')), 'run', 'one.json')

test('finds a running process, and forgets it on request', () => {
  const file = newFile()
  expect(recordProcess(file, process.pid)).toBe(true)
  expect(recordedPid(file)).toBe(process.pid)
  forgetProcess(file)
  expect(recordedPid(file)).toBeUndefined()
})

test('does not confuse another process with the same pid', () => {
  const file = newFile()
  recordProcess(file, process.pid)
  const record = JSON.parse(readFileSync(file, 'utf8')) as ProcessRecord
  writeFileSync(file, JSON.stringify({ ...record, startTicks: record.startTicks - 1 }))
  expect(recordedPid(file)).toBeUndefined()
  writeFileSync(file, JSON.stringify({ ...record, bootId: 'another' }))
  expect(recordedPid(file)).toBeUndefined()
})

test('returns undefined for a process that has ended', async () => {
  const file = newFile()
  const child = spawn('sleep', ['60'])
  recordProcess(file, child.pid ?? 0)
  expect(recordedPid(file)).toBe(child.pid)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(recordedPid(file)).toBeUndefined()
  expect(recordProcess(file, child.pid ?? 0)).toBe(false)
})
