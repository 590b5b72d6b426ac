import { expect, test } from 'vitest'
import { memoryFlags } from './launch.ts'

test('an exporter gets a larger young heap within the same limit', () => {
  const room = ['--max-old-space-size=256', '--max-semi-space-size=16', '--heap-growing-percent=100']
  expect(memoryFlags('exporter', 256)).toEqual(room)
})

test('an indexer gets a young heap for whole batches from the start, and little room for garbage', () => {
  const flat = ['--max-old-space-size=256', '--max-semi-space-size=16', '--min-semi-space-size=16']
  expect(memoryFlags('indexer', 256)).toEqual([...flat, '--heap-growing-percent=25'])
})

test('a gateway gets three times the limit, for its open connections', () => {
  expect(memoryFlags('gateway', 256)).toEqual(['--max-old-space-size=768', '--max-semi-space-size=8'])
})

test('the clusters service, which is mostly idle, collects garbage sooner', () => {
  const sooner = ['--max-old-space-size=256', '--max-semi-space-size=4', '--min-semi-space-size=4']
  expect(memoryFlags('clusters', 256)).toEqual([...sooner, '--heap-growing-percent=25'])
})
