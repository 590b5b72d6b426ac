import { createChance } from '../harness/chance.ts'

type Chance = ReturnType<typeof createChance>
type Event = Record<string, unknown>
type Mutation = (event: Event, chance: Chance) => Buffer

/** A deliberately corrupted line, without its line feed. */
export interface MutatedLine {
  kind: string
  line: Buffer
}

const STRANGE_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
]
const OUR_NAMES = [
  'probe',
  'uuid',
  'ingest',
  '@timestamp',
  'alert_view',
  'type',
  'timestamp_received',
  'severity',
  'timestamp_claimed',
  'clock_fault',
]
const STRANGE_VALUES = [null, true, -1, 1.5, '', 'x', [], {}, [[]], [{}], [null], { a: { b: [] } }, [1, 'x', {}]]
const STRANGE_NUMBERS = [
  '1e400',
  '-1e400',
  '1e-400',
  '-0',
  '9'.repeat(40),
  '0.1e99999',
  '18446744073709551616',
  'NaN',
  '01',
]
const STRANGE_TIMES = [
  '',
  '9999-99-99T99:99:99Z',
  '+275760-09-13T00:00:00.001Z',
  '-000001-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59-1400',
  '1e99',
  '0',
  0,
  1e21,
]
const STRANGE_TYPES = ['', 'x'.repeat(10_000), '__proto__', '../../etc', 'alert\u0000', ['alert'], null, 5]

/** Each turns a valid event into a line with one fault. */
const mutations: Record<string, Mutation> = {
  good: (event) => text(event),
  'random bytes': (_event, chance) => noise(chance, 1 + chance.below(500)),
  'invalid UTF-8': (event, chance) => splice(text(event), chance, Buffer.from([0xc3, 0x28, 0xff, 0xed, 0xa0, 0x80])),
  'NUL bytes': (event, chance) => splice(text(event), chance, Buffer.alloc(1 + chance.below(4))),
  'NUL escaped': (event) => text({ ...event, host: 'a\u0000b', '\u0000': 1 }),
  'lone surrogates': (event) => text(event, '"host":"\\ud800\\udc00\\ud800","\\udfff":"\\ud83d"'),
  'cut off': (event, chance) => cut(text(event), chance),
  'deep nesting': (event, chance) => text(event, `"deep":${nested(depthOf(chance), chance)}`),
  'wrong type': (event, chance) => text(wrongTypes(event, chance)),
  'own names': (event, chance) => text({ ...event, [chance.pick(OUR_NAMES)]: chance.pick(STRANGE_VALUES) }),
  'prototype keys': (event, chance) => text(event, `${JSON.stringify(chance.pick(STRANGE_NAMES))}:${poison(chance)}`),
  'prototype keys inside': (event, chance) =>
    text({ event_type: event.event_type, timestamp: event.timestamp }, `"alert":{"__proto__":${poison(chance)}}`),
  'numbers beyond double': (event, chance) => text(event, `"flow_id":${chance.pick(STRANGE_NUMBERS)},"n":1e308`),
  'names twice': (event, chance) =>
    text(event, `"event_type":"alert","timestamp":${JSON.stringify(chance.pick(STRANGE_TIMES))}`),
  'odd time': (event, chance) =>
    text({ ...event, timestamp: chance.pick(STRANGE_TIMES), timestamp_detected: chance.pick(STRANGE_TIMES) }),
  'odd kind': (event, chance) => text({ ...event, event_type: chance.pick(STRANGE_TYPES) }),
  'no object': (_event, chance) =>
    Buffer.from(chance.pick(['null', '[]', '5', '"x"', 'true', '[{}]', '{', '}', '{}', '""'])),
  'white space': (event, chance) =>
    Buffer.concat([
      Buffer.from(chance.pick(['\ufeff', '\r', ' \t ', '\u2028', ''])),
      chance.below(2) ? text(event) : Buffer.alloc(0),
    ]),
  'many names': (event, chance) => text({ ...event, ...manyNames(chance) }),
  'names with dots': (event) =>
    text({ ...event, 'alert.signature': 1, 'a..b': 2, '.': 3, '': 4, 'alert.': { '.x': 5 } }),
  'long name': (event, chance) => text({ ...event, ['n'.repeat(1 + chance.below(40_000))]: 1 }),
  huge: (event, chance) => text({ ...event, payload: 'A'.repeat(100_000 + chance.below(1_900_000)) }),
}

const kinds = Object.keys(mutations).filter((kind) => kind !== 'huge')

/** The line of a number, the same for the same seed and event. Huge lines are most of the bytes, so there are few. */
export function mutatedLine(seed: number, number: number, event: Event, hugeEvery: number): MutatedLine {
  const chance = createChance(seed * 1_000_003 + number)
  const kind = number % hugeEvery === hugeEvery - 1 ? 'huge' : (kinds[number % kinds.length] as string)
  const line = (mutations[kind] as Mutation)(event, chance)
  return { kind, line: withoutLineFeeds(line) }
}

/** The event as text, with extra members that no serialiser would write. */
function text(event: Event, more = ''): Buffer {
  const json = JSON.stringify(event)
  return Buffer.from(more ? `${json.slice(0, -1)},${more}}` : json)
}

function noise(chance: Chance, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => chance.below(256)))
}

function splice(line: Buffer, chance: Chance, bytes: Buffer): Buffer {
  const at = chance.below(line.length)
  return Buffer.concat([line.subarray(0, at), bytes, line.subarray(at)])
}

function cut(line: Buffer, chance: Chance): Buffer {
  return line.subarray(0, chance.below(line.length))
}

function depthOf(chance: Chance): number {
  return chance.below(20) === 0 ? 20_000 : 20 + chance.below(100)
}

function nested(depth: number, chance: Chance): string {
  const [open, close] = chance.pick([['[', ']'] as const, ['{"a":', '}'] as const])
  return `${open.repeat(depth)}1${close.repeat(depth)}`
}

function poison(chance: Chance): string {
  return chance.pick(['{"isAdmin":true,"toJSON":1}', 'null', '[]', '{"event_type":"alert","length":1e9}', '"x"'])
}

function wrongTypes(event: Event, chance: Chance): Event {
  const names = Object.keys(event)
  const spoilt = { ...event }
  for (let turn = 0; turn <= chance.below(3); turn++) spoilt[chance.pick(names)] = chance.pick(STRANGE_VALUES)
  return spoilt
}

function manyNames(chance: Chance): Event {
  const prefix = chance.below(1_000_000).toString(36)
  return Object.fromEntries(Array.from({ length: 50 + chance.below(500) }, (_, turn) => [`${prefix}_${turn}`, turn]))
}

function withoutLineFeeds(line: Buffer): Buffer {
  if (!line.includes(10)) return line
  return Buffer.from(line.map((byte) => (byte === 10 ? 32 : byte)))
}
