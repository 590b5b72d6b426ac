import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measured } from './measured.ts'

const page = readFileSync('PERFORMANCE.md', 'utf8')

/** The cells of the first table row with this label, without emphasis. */
function cellsOf(label: string, text = page): string[] {
  const row = text.split('\n').find((line) => line.startsWith(`| ${label}`)) ?? ''
  return row
    .split('|')
    .slice(2)
    .map((cell) => cell.trim().replaceAll('*', ''))
}

test.each([
  ['gateway, without its batches', measured.steady.gateway],
  ['Kafka', measured.steady.kafka],
  ['indexer', measured.steady.indexer],
  ['engine', measured.steady.engine],
  ['clusters', measured.steady.clusters],
  ['exporter, API, PostgreSQL, supervisor', measured.steady.others],
])('PERFORMANCE.md still says so of steady rates: %s', (label, { fixed, micros }) => {
  const [, section = ''] = page.split('## Steady rates')
  expect(cellsOf(`${label} |`, section).slice(1)).toEqual([fixed.toFixed(3), String(micros), ''])
})

test('PERFORMANCE.md still says how much disk an event takes', () => {
  expect(cellsOf('disk, of the bytes of EVE')).toContain(String(measured.diskPerEveByte))
})

test.each([
  [`${measured.exportEventsPerSecond.toLocaleString('en-US')} events/s and`],
  [`some ${measured.exportMicros} µs for an event`],
  [`network events of ${measured.eventBytes.toLocaleString('en-US')} bytes`],
  ['compressed about eightfold'],
  [`${measured.batchMillis} ms a batch`],
  [`${measured.probeKibibytes} KiB for each probe`],
  [`${measured.coverageMebibytes.toLocaleString('en-US')} MiB`],
  [`${measured.indexerMebibytes} MiB and 29 µs`],
  [`${measured.halfLoadEventsPerSecond.toLocaleString('en-US')} events/s for five minutes`],
  [`takes ${measured.halfLoadCores} of the two cores`],
])('PERFORMANCE.md still says "%s"', (text) => {
  expect(page).toContain(text)
})
