import { expect, test } from 'vitest'
import { createHandshakes, type Handshake, type HandshakeLimits } from './handshakes.ts'

type Named = Handshake & { name: string }

function aSetOfHandshakes(limits: Partial<HandshakeLimits> = {}) {
  const turns: (() => void)[] = []
  const started: string[] = []
  const displaced: string[] = []
  const all = { perSource: 64, silent: 100, waiting: 100, started: 100, ...limits }
  const handshakes = createHandshakes<Named>(all, { now: () => 0, schedule: (turn) => turns.push(turn) })
  return {
    handshakes,
    started,
    displaced,
    /** A handshake of the source that its name begins with, or of a trusted proxy. */
    make(name: string, isProxy = false): Named {
      const source = isProxy ? undefined : name.slice(0, 1)
      if (source !== undefined) handshakes.take(source)
      const handshake: Named = {
        name,
        source,
        start: () => started.push(name),
        displace() {
          displaced.push(name)
          handshakes.leave(handshake)
        },
      }
      return handshake
    },
    run() {
      turns.shift()?.()
    },
  }
}

test('starts handshakes of the source with the fewest first, in order within a source', () => {
  const { handshakes, started, make, run } = aSetOfHandshakes()
  for (const each of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) handshakes.queue(make(each))
  run()
  expect(started).toEqual(['c1', 'b1', 'a1', 'b2', 'a2', 'a3'])
})

test('counts silent connections for their source', () => {
  const { handshakes, started, make, run } = aSetOfHandshakes()
  handshakes.await(make('a-silent'))
  handshakes.await(make('a-silent too'))
  for (const each of ['a1', 'b1', 'b2']) handshakes.queue(make(each))
  run()
  expect(started).toEqual(['b1', 'a1', 'b2'])
})

test('displaces the oldest silent connection of the busiest source', () => {
  const { handshakes, displaced, make } = aSetOfHandshakes({ silent: 3 })
  for (const each of ['b1', 'a1', 'a2', 'c1', 'd1']) handshakes.await(make(each))
  expect(displaced).toEqual(['a1', 'b1'])
  expect(handshakes.total()).toBe(3)
})

test('displaces the newest waiting connection of the busiest source, or the newcomer if equal', () => {
  const { handshakes, displaced, started, make, run } = aSetOfHandshakes({ waiting: 3 })
  for (const each of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'd1']) handshakes.queue(make(each))
  expect(displaced).toEqual(['a3', 'b2', 'a2', 'd1'])
  run()
  expect(started).toEqual(['a1', 'b1', 'c1'])
})

test('displaces the oldest started handshake of the busiest source', () => {
  const { handshakes, displaced, make, run } = aSetOfHandshakes({ started: 2 })
  for (const each of ['a1', 'a2', 'b1']) {
    handshakes.queue(make(each))
    run()
  }
  expect(displaced).toEqual(['a1'])
})

test('makes a source with its share wait for a free slot when all are in use', () => {
  const { handshakes, started, displaced, make, run } = aSetOfHandshakes({ started: 2 })
  const first = make('a1')
  for (const each of [first, make('b1'), make('a2'), make('b2')]) handshakes.queue(each)
  run()
  expect([started, displaced]).toEqual([['a1', 'b1'], []])
  handshakes.leave(first)
  run()
  expect([started, displaced]).toEqual([['a1', 'b1', 'a2'], []])
})

test('does not start a connection that was closed while it waited', () => {
  const { handshakes, started, make, run } = aSetOfHandshakes()
  const gone = make('a1')
  handshakes.queue(gone)
  handshakes.leave(gone)
  handshakes.leave(gone)
  run()
  expect([started, handshakes.total()]).toEqual([[], 0])
})

test('starts those of trusted proxies first, and neither counts nor displaces them', () => {
  const limits = { perSource: 1, silent: 1, waiting: 1, started: 1 }
  const { handshakes, displaced, started, make, run } = aSetOfHandshakes(limits)
  handshakes.queue(make('a1'))
  for (const each of ['p1', 'p2', 'p3']) {
    const proxied = make(each, true)
    handshakes.await(proxied)
    handshakes.queue(proxied)
  }
  run()
  expect([started, displaced, handshakes.total()]).toEqual([['p1', 'p2', 'p3', 'a1'], [], 1])
})
