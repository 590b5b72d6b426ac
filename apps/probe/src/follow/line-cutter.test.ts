import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLineCutter } from './line-cutter.ts'

const whole = { lines: 1_000, bytes: 1_000_000, isEmpty: true }

function push(cutter: ReturnType<typeof createLineCutter>, bytes: Buffer): void {
  bytes.copy(cutter.room(bytes.length))
  cutter.filled(bytes.length)
}

/** Feeds a text in pieces of these sizes, with limits of this many lines, and collects the result. */
function cut(text: string, sizes: number[], lines = 1_000) {
  const left: number[] = []
  const out: string[] = []
  const cutter = createLineCutter({ maxLineBytes: 10, leftOut: (bytes) => left.push(bytes) })
  const bytes = Buffer.from(text)
  for (let at = 0, index = 0; at < bytes.length; index += 1) {
    const size = sizes[index % sizes.length] ?? 1
    push(cutter, bytes.subarray(at, at + size))
    at += size
    for (
      let piece = cutter.take({ ...whole, lines });
      typeof piece === 'object';
      piece = cutter.take({ ...whole, lines })
    ) {
      out.push(Buffer.concat(piece.slices).toString())
    }
  }
  const consumed = cutter.consumed()
  const rest = cutter.takeRest()
  return { text: out.join(''), left, consumed, rest: rest?.lastLine.toString() }
}

test('returns whole lines, skips empty ones, and holds back text without a line feed', () => {
  expect(cut('one\n\ntwo\nthr', [100])).toEqual({ text: 'one\ntwo\n', left: [], consumed: 9, rest: 'thr' })
})

test('skips and reports a line that is too long, even before its end', () => {
  expect(cut('a\n12345678901\nb\n', [3])).toEqual({ text: 'a\nb\n', left: [12], consumed: 16, rest: undefined })
  expect(cut('a\n123456789012345', [4])).toEqual({ text: 'a\n', left: [15], consumed: 2, rest: undefined })
})

test('keeps to the limits of a batch, but always takes one line', () => {
  const cutter = createLineCutter({ maxLineBytes: 100, leftOut: () => undefined })
  push(cutter, Buffer.from('12345\n12345\n12345\n'))
  expect(cutter.take({ lines: 9, bytes: 12, isEmpty: true })).toMatchObject({ lines: 2, bytes: 12 })
  expect(cutter.take({ lines: 9, bytes: 5, isEmpty: false })).toBe('full')
  expect(cutter.take({ lines: 9, bytes: 5, isEmpty: true })).toMatchObject({ lines: 1 })
  expect(cutter.take({ lines: 9, bytes: 5, isEmpty: true })).toBe('more')
})

test('gives the same lines for any split of the input', () => {
  const text = fc.string({ unit: fc.constantFrom('x', 'y', '\n'), maxLength: 120 })
  const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(text, sizes, fc.integer({ min: 1, max: 4 }), (written, pieces, lines) => {
      expect(cut(written, pieces, lines)).toEqual(cut(written, [1_000]))
    }),
  )
})
