import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { requestOf } from '../fixtures/generate/any-request.ts'
import { exampleFields } from '../fixtures/fields.ts'
import { encode, guarded } from '../fixtures/guarded.ts'
import { createTemplates } from './templates.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const maxBytes = 1024 * 1024

function usedAfterCollection(): number {
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const list = (length: number, item: (at: number) => unknown) => Array.from({ length }, (_, at) => item(at))
const filters = (queries: unknown[]) => ({ query: { bool: { filter: queries } } })
/** Bodies that take much heap for each of their bytes. The serial number makes each of them another body. */
const hungry: [what: string, count: number, (serial: number) => unknown][] = [
  ['the smallest ones', 1_500, (serial) => ({ size: serial })],
  ['empty ranges', 60, (serial) => ({ size: serial, ...filters(list(200, () => ({ range: { a: {} } }))) })],
  [
    'aggregations',
    150,
    (serial) => ({
      size: serial,
      aggs: Object.fromEntries(list(20, (at) => [`a${at}`, { min: { field: 'a' } }]) as []),
    }),
  ],
  ['times', 800, (serial) => ({ size: serial, ...filters([{ range: { '@timestamp': { gte: 'now-1h' } } }]) })],
  ['generated bodies', 600, (serial) => requestOf(serial, exampleFields)],
]

test.each(hungry)('the memory of templates stays bounded: %s', (_what, count, bodyOf) => {
  const send = (templates: ReturnType<typeof createTemplates>, from: number, to: number) => {
    for (let serial = from; serial < to; serial++) guarded(encode(bodyOf(serial)), { templates })
  }
  send(createTemplates(), 0, count / 10)
  const before = usedAfterCollection()
  const templates = createTemplates({ maxBytes })
  send(templates, 0, count)
  expect(usedAfterCollection() - before).toBeLessThan(maxBytes)
  // It must still be in use here.
  expect(templates.get('', exampleFields)).toBeUndefined()
})
