import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyNames } from './bodies.ts'
import { parseFrames } from './fixtures/parse-frames.ts'
import { createMessageFormat, LEAST_MESSAGE_BYTES, type MessageOptions, type SyslogEvent } from './message.ts'
import { facilities, firstSeverityMap, severities } from './priority.ts'

const options: MessageOptions = { facility: 'local0', severities: firstSeverityMap, maxMessageBytes: 65_536 }
const anEvent: SyslogEvent = {
  at: '2026-11-14T09:12:33.412Z',
  hostname: 'probe-07.example.test',
  eventType: 'dns',
  id: `7-${'a'.repeat(32)}-000000000001`,
  json: '{"uuid":"7","event_type":"dns"}',
}
const document = fc
  .dictionary(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 12 })
  .map((each) => JSON.stringify(each))
const anyEvent: fc.Arbitrary<SyslogEvent> = fc.record({
  at: fc.constant(anEvent.at),
  hostname: fc.string({ unit: 'binary', maxLength: 300 }),
  eventType: fc.string({ unit: 'binary', maxLength: 64 }),
  id: fc.string({ unit: 'binary', maxLength: 80 }),
  severity: fc.option(fc.integer({ min: -1, max: 9 }), { nil: undefined }),
  risk: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
  json: document,
})

const encode = (text: string) => Buffer.from(text, 'utf8')

test('writes a message in the format of the RFC', () => {
  const { text } = createMessageFormat(options)({ ...anEvent, severity: 1, risk: 71 })
  const message = `<130>1 2026-11-14T09:12:33.412Z probe-07.example.test watchpost - dns [watchpost@32473 id="${anEvent.id}" risk="71"] ${anEvent.json}`
  expect(text).toBe(`${message.length} ${message}`)
})

test('a receiver reads one message per frame with the exact body, for any event', () => {
  const format = createMessageFormat(options)
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 5 }), (events) => {
      const framed = events.map(format)
      const stream = encode(framed.map(({ text }) => text).join(''))
      expect(stream.length).toBe(framed.reduce((sum, { bytes }) => sum + bytes, 0))
      const parsed = parseFrames(stream)
      expect(parsed.map(({ body }) => body)).toEqual(events.map(({ json }) => json))
      for (const [at, { hasMark, body, app }] of parsed.entries()) {
        expect(app).toBe('watchpost')
        expect(hasMark).toBe(Buffer.byteLength(body) !== body.length)
        expect(framed[at]?.isTrimmed).toBe(false)
      }
    }),
  )
})

test('computes the priority from facility and severity, for every pair', () => {
  for (const [number, facility] of facilities.entries()) {
    for (const [rank, severity] of severities.entries()) {
      const format = createMessageFormat({ ...options, facility, severities: { ...firstSeverityMap, '2': severity } })
      const [parsed] = parseFrames(encode(format({ ...anEvent, severity: 2 }).text))
      expect(parsed?.priority).toBe(number * 8 + rank)
    }
  }
})

test.each([
  [1, 2],
  [2, 4],
  [3, 5],
  [0, 6],
  [undefined, 6],
  [200, 6],
])('maps detector severity %s to syslog severity %s', (severity, expected) => {
  const [parsed] = parseFrames(encode(createMessageFormat(options)({ ...anEvent, severity }).text))
  expect((parsed?.priority ?? 0) % 8).toBe(expected)
})

test('drops whole members of a body that is too long, says so, and never exceeds the limit', () => {
  fc.assert(
    fc.property(
      document,
      fc.integer({ min: 0, max: 6_000 }),
      fc.integer({ min: LEAST_MESSAGE_BYTES, max: 8_192 }),
      (json, padding, maxMessageBytes) => {
        const long = json === '{}' ? json : `{"first":1,"long":"${'é'.repeat(padding)}",${json.slice(1)}`
        const framed = createMessageFormat({ ...options, maxMessageBytes })({ ...anEvent, json: long })
        const [parsed] = parseFrames(encode(framed.text))
        if (!parsed) throw new Error('nothing was written')
        expect(parsed.bytes).toBeLessThanOrEqual(maxMessageBytes)
        const whole = JSON.parse(long) as Record<string, unknown>
        const kept = JSON.parse(parsed.body) as Record<string, unknown>
        if (!framed.isTrimmed) {
          expect(parsed.body).toBe(long)
          return
        }
        expect(parsed.parameters.trimmed_from).toBe(String(Buffer.byteLength(long)))
        expect(whole).toMatchObject(kept)
        expect(Object.keys(kept).length).toBeLessThan(Object.keys(whole).length)
      },
    ),
  )
})

test.each(bodyNames)('a body in the format %s is one line and never exceeds the limit', (body) => {
  fc.assert(
    fc.property(anyEvent, fc.integer({ min: 0, max: 6_000 }), (event, padding) => {
      const json = JSON.stringify({ ...(JSON.parse(event.json) as object), long: '=|\\"é\n'.repeat(padding) })
      const format = createMessageFormat({ ...options, body, maxMessageBytes: LEAST_MESSAGE_BYTES })
      const [parsed] = parseFrames(encode(format({ ...event, json }).text))
      if (!parsed) throw new Error('nothing was written')
      expect(parsed.bytes).toBeLessThanOrEqual(LEAST_MESSAGE_BYTES)
      expect(parsed.body).not.toMatch(/[\r\n]/)
      expect(parsed.body).not.toBe('')
    }),
  )
})

test('escapes values of structured data so that they cannot end it', () => {
  const [parsed] = parseFrames(encode(createMessageFormat(options)({ ...anEvent, id: 'a"]\\\nb' }).text))
  expect(parsed?.parameters.id).toBe('a"]\\_b')
})
