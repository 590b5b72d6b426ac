import { documentId, type EventDocument } from '@watchpost/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstOfEach, runsOf } from './runs.ts'

const anyDocument = fc
  .record({
    probeId: fc.integer({ min: 1, max: 2 }),
    stream: fc.constantFrom('a', 'b').map((letter) => letter.repeat(32)),
    sequence: fc.integer({ min: 0, max: 20 }),
  })
  .map((identity): EventDocument => {
    const record = {} as EventDocument['record']
    return { id: documentId(identity), family: 'network_events', identity, json: '', record }
  })

test('runs hold every document in order, and neighbouring runs are of different streams', () => {
  fc.assert(
    fc.property(fc.array(anyDocument), (documents) => {
      const runs = runsOf(documents)
      expect(runs.flatMap((run) => run.documents)).toEqual(documents)
      const names = runs.map(({ stream: { probeId, stream } }) => `${probeId}-${stream}`)
      expect(names.every((name, turn) => name !== names[turn - 1])).toBe(true)
    }),
  )
})

test('keeps the first of equal events, and returns a batch without duplicates unchanged', () => {
  fc.assert(
    fc.property(fc.array(anyDocument), (documents) => {
      const naive = documents.filter(({ id }, turn) => documents.findIndex((each) => each.id === id) === turn)
      expect(firstOfEach(documents)).toEqual(naive)
    }),
  )
  const ascending = fc
    .sample(anyDocument, 1)
    .flatMap((first) => [0, 1, 2].map((step) => ({ ...first, identity: { ...first.identity, sequence: step } })))
  expect(firstOfEach(ascending)).toBe(ascending)
})
