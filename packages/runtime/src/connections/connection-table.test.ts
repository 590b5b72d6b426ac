import { expect, test } from 'vitest'
import { createConnectionTable } from './connection-table.ts'

function aTable(limit: number, reserved: number) {
  const evicted: string[] = []
  const entry = (name: string) => ({ name, evict: () => evicted.push(name) })
  return { table: createConnectionTable<ReturnType<typeof entry>>({ limit, reserved }), entry, evicted }
}

test('closes the longest idle unknown connection to make room', () => {
  const { table, entry, evicted } = aTable(4, 1)
  const [first, second, third] = [entry('first'), entry('second'), entry('third')]
  for (const each of [first, second, third]) expect(table.enter(each)).toBe(true)
  // It becomes active, so that it is no longer the longest idle one.
  table.setBusy(first, true)
  table.setBusy(first, false)
  expect(table.enter(entry('fourth'))).toBe(true)
  expect(table.enter(entry('fifth'))).toBe(true)
  expect(evicted).toEqual(['second', 'third'])
  expect(table.counts()).toEqual({ open: 3, known: 0 })
})

test('never gives reserved slots to unknown connections', () => {
  const { table, entry } = aTable(8, 2)
  for (let turn = 0; turn < 20; turn += 1) table.enter(entry(`stranger ${turn}`))
  expect(table.counts()).toEqual({ open: 6, known: 0 })
})

test('lets known connections use the reserve and never closes them to make room', () => {
  const { table, entry, evicted } = aTable(8, 2)
  for (let turn = 0; turn < 8; turn += 1) {
    const known = entry(`known ${turn}`)
    expect(table.enter(known)).toBe(true)
    table.recognise(known)
  }
  expect(table.counts()).toEqual({ open: 8, known: 8 })
  expect(table.enter(entry('late'))).toBe(false)
  expect(evicted).toEqual([])
})

test('closes busy connections only when none is idle, the oldest request first', () => {
  const { table, entry, evicted } = aTable(5, 1)
  const [first, second, idle] = [entry('first'), entry('second'), entry('idle')]
  for (const each of [first, second, idle]) table.enter(each)
  table.setBusy(second, true)
  table.setBusy(first, true)
  table.enter(entry('third'))
  for (let turn = 0; turn < 2; turn += 1) table.enter(entry(`next ${turn}`))
  expect(evicted).toEqual(['idle', 'third'])
  const strangers = Array.from({ length: 2 }, (_, turn) => entry(`stranger ${turn}`))
  for (const each of strangers) {
    table.enter(each)
    table.setBusy(each, true)
  }
  table.enter(entry('last'))
  expect(evicted.slice(2)).toEqual(['next 0', 'next 1', 'second'])
})

test('ignores updates of a connection that has left', () => {
  const { table, entry } = aTable(2, 0)
  const gone = entry('gone')
  table.enter(gone)
  table.setBusy(gone, true)
  table.leave(gone)
  table.setBusy(gone, false)
  table.recognise(gone)
  expect(table.counts()).toEqual({ open: 0, known: 0 })
})
