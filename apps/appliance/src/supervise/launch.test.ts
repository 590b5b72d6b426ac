import { expect, test } from 'vitest'
import { memoryFlags } from './launch.ts'

test('an exporter has room for what passes through its memory, within the same bound', () => {
  const room = ['--max-old-space-size=256', '--max-semi-space-size=16', '--heap-growing-percent=100']
  expect(memoryFlags('exporter', 256)).toEqual(room)
})

test('an indexer has a young heap for whole batches from the start, and little room for garbage', () => {
  const flat = ['--max-old-space-size=256', '--max-semi-space-size=16', '--min-semi-space-size=16']
  expect(memoryFlags('indexer', 256)).toEqual([...flat, '--heap-growing-percent=25'])
})

test('a gateway has three times the bound, for the connections that it keeps', () => {
  expect(memoryFlags('gateway', 256)).toEqual(['--max-old-space-size=768', '--max-semi-space-size=8'])
})

test('the clusters service, which waits most of the time, collects sooner', () => {
  const sooner = ['--max-old-space-size=256', '--max-semi-space-size=4', '--min-semi-space-size=4']
  expect(memoryFlags('clusters', 256)).toEqual([...sooner, '--heap-growing-percent=25'])
})
