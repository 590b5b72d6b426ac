import { documentId, type EventDocument } from '@watchpost/model'
import type { Generation, StreamPlace } from '@watchpost/store'
import { expect, test } from 'vitest'
import { createGenerations } from './generations.ts'
import { createPlacer, type SealedShelf } from './place.ts'
import { createStreamPlaces } from './stream-places.ts'

const stream = { probeId: 1, stream: 'e'.repeat(32) }
const signal = new AbortController().signal

function aDocument(sequence: number): EventDocument {
  const identity = { ...stream, sequence }
  const record = {
    identity,
    fqdn: 'p',
    policyVersion: 1,
    receivedAt: 0,
    partition: 0,
    offset: 0,
    payload: Buffer.alloc(0),
  }
  return { id: documentId(identity), family: 'network_events', identity, json: '{}', record }
}

function aGeneration(number: number, isSealed: boolean): Generation {
  return {
    number,
    day: '2026-11-14',
    isSealed,
    isRemoved: false,
    isRollOverRequested: false,
    openedAt: new Date(),
  }
}

function aPlacer(rows: StreamPlace[]) {
  const list = [aGeneration(1, true), aGeneration(2, false)]
  const book = { rows }
  const places = createStreamPlaces({
    find: async () => book.rows,
    add: async (added) => void (book.rows = [...book.rows, ...added]),
  })
  const generations = createGenerations({ list: async () => list.map((each) => ({ ...each })) }, places.forget)
  const engine = { isGone: false }
  const sealed: SealedShelf = {
    highestSequences: async () => (engine.isGone ? 'gone' : new Map([[stream.stream, 9]])),
    present: async (_, documents) => (engine.isGone ? 'gone' : new Set(documents.map(({ id }) => id))),
  }
  const remove = (isMarked: boolean) => {
    engine.isGone = true
    if (isMarked) Object.assign(list[0] as Generation, { isRemoved: true })
    book.rows = book.rows.filter(({ generation }) => generation !== 1)
  }
  return { place: createPlacer(generations, places, sealed), remove, list, generations }
}

test('counts a resend as expired when its generation was removed after the view was read', async () => {
  const { place, remove } = aPlacer([
    { ...stream, firstSequence: 0, generation: 1 },
    { ...stream, firstSequence: 10, generation: 2 },
  ])
  expect((await place([aDocument(3)], signal)).repeats.length).toBe(1)
  remove(true)
  const { expired, toWrite, repeats } = await place([aDocument(3), aDocument(11)], signal)
  expect(expired.map(({ identity }) => identity.sequence)).toEqual([3])
  expect(toWrite.map(({ document }) => document.identity.sequence)).toEqual([11])
  expect(repeats).toEqual([])
})

test('places a quiet stream again when its generation was removed after the view was read', async () => {
  const { place, remove, list, generations } = aPlacer([{ ...stream, firstSequence: 0, generation: 1 }])
  Object.assign(list[0] as Generation, { isSealed: false })
  expect((await place([aDocument(3)], signal)).toWrite.map(({ generation }) => generation.number)).toEqual([1])
  Object.assign(list[0] as Generation, { isSealed: true })
  await generations.refresh()
  remove(true)
  const { toWrite } = await place([aDocument(11)], signal)
  expect(toWrite.map(({ generation }) => generation.number)).toEqual([2])
})

test('fails when the indexes of a generation are gone that was not removed', async () => {
  const { place, remove } = aPlacer([
    { ...stream, firstSequence: 0, generation: 1 },
    { ...stream, firstSequence: 10, generation: 2 },
  ])
  expect((await place([aDocument(3)], signal)).repeats.length).toBe(1)
  remove(false)
  await expect(place([aDocument(3)], signal)).rejects.toThrow('was not removed')
})
