import { expect, test } from 'vitest'
import { type MutatedLine, mutatedLine } from './mutate.ts'

const event = { event_type: 'dns', timestamp: '2026-11-16T00:00:00.000000+0000', src_ip: '10.0.0.1' }
const lines = Array.from({ length: 2_000 }, (_, number) => mutatedLine(3, number, event, 500))

test('the same seed mutates the same number in the same way', () => {
  const isSame = ({ kind, line }: MutatedLine, number: number, seed: number) => {
    const again = mutatedLine(seed, number, event, 500)
    return again.kind === kind && again.line.equals(line)
  }
  expect(lines.findIndex((line, number) => !isSame(line, number, 3))).toBe(-1)
  expect(lines.every((line, number) => isSame(line, number, 4))).toBe(false)
})

test('a mutated line stays one line, and good lines are unchanged', () => {
  expect(lines.filter(({ line }) => line.includes(10))).toEqual([])
  const good = lines.filter(({ kind }) => kind === 'good')
  expect(good.length).toBeGreaterThan(50)
  expect(new Set(good.map(({ line }) => line.toString()))).toEqual(new Set([JSON.stringify(event)]))
})

test('makes few huge lines', () => {
  expect(lines.filter(({ kind }) => kind === 'huge')).toHaveLength(4)
})
