import type { LogRecord } from '@watchpost/model'
import { expect, test } from 'vitest'
import { createBatchWatch } from './batch-watch.ts'

const record = { partition: 3 } as LogRecord

function aWatch() {
  const warnings: unknown[] = []
  const clock = { now: 0 }
  const logger = { warn: (fields: unknown) => void warnings.push(fields) }
  const watch = createBatchWatch(logger as never, () => clock.now)
  return { watch, warnings, pass: (seconds: number) => void (clock.now += seconds * 1_000) }
}

test('warns every 30 s while a batch is held, with the step and the reason', () => {
  const { watch, warnings, pass } = aWatch()
  watch.begin([record, record])
  pass(29)
  watch.look()
  expect(warnings).toEqual([])
  watch.retried('status-503')
  pass(1)
  watch.look()
  watch.look()
  watch.step('committing')
  pass(60)
  watch.look()
  expect(warnings).toEqual([
    { heldSeconds: 30, step: 'storing', reason: 'status-503', records: 2, partitions: [3] },
    { heldSeconds: 90, step: 'committing', reason: 'no answer yet', records: 2, partitions: [3] },
  ])
})

test('reports what the current batch waits for, and nothing without a batch', () => {
  const { watch } = aWatch()
  expect(watch.waitsFor()).toBeUndefined()
  watch.begin([record])
  watch.retried('no-answer')
  expect(watch.waitsFor()).toBe('storing: no-answer')
  watch.end()
  expect(watch.waitsFor()).toBeUndefined()
})
