import { expect, test } from 'vitest'
import { isSettled, judgeRounds } from './judge-rounds.ts'

const baseline = { descriptors: 80, mebibytes: 200, closeWait: 0, attackers: 0 }
const round = (more: object = {}) => ({ ...baseline, settledSeconds: 5, ...more })

test('accepts rounds that end where they began', () => {
  expect(judgeRounds(baseline, [round(), round({ descriptors: 90, mebibytes: 248 }), round()])).toEqual([])
})

test.each([
  ['leaked descriptors', { descriptors: 91 }],
  ['leaked memory', { mebibytes: 249 }],
  ['connections in CLOSE-WAIT', { closeWait: 1 }],
  ['connections that are still held', { attackers: 1 }],
])('reports %s', (_, more) => {
  expect(isSettled({ ...baseline, ...more }, baseline)).toBe(false)
  expect(judgeRounds(baseline, [round(), round(more)])).not.toEqual([])
})

test('reports a jump in memory between rounds, and a late return', () => {
  expect(judgeRounds(baseline, [round({ mebibytes: 150 }), round({ mebibytes: 240 })])).toEqual([
    'round 2: 150 MiB became 240',
  ])
  expect(judgeRounds(baseline, [round({ settledSeconds: 61 })])).toEqual(['round 1: settled after 61 s'])
})

test('reports slow growth over many rounds, each within its limit', () => {
  const rounds = [220, 235, 247, 255].map((mebibytes) => round({ mebibytes }))
  expect(judgeRounds(baseline, rounds)).toEqual(['round 4: 255 MiB, 200 before'])
})
