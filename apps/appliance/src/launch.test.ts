import { expect, test } from 'vitest'
import { memoryFlags } from './launch.ts'

test('services that read the log have room for what passes through their memory, within the same bound', () => {
  const room = ['--max-old-space-size=256', '--max-semi-space-size=16', '--heap-growing-percent=100']
  expect(memoryFlags('exporter', 256)).toEqual(room)
  expect(memoryFlags('indexer', 256)).toEqual(room)
})

test('a gateway has three times the bound, for the connections that it keeps', () => {
  expect(memoryFlags('gateway', 256)).toEqual(['--max-old-space-size=768', '--max-semi-space-size=8'])
})

test('an analyzer, which waits most of the time, collects sooner', () => {
  const sooner = ['--max-old-space-size=256', '--max-semi-space-size=8', '--heap-growing-percent=25']
  expect(memoryFlags('analyzer', 256)).toEqual(sooner)
})
