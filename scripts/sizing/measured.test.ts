import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { measured } from './measured.ts'

const page = readFileSync('PERFORMANCE.md', 'utf8')

/** The cells of the first table row with this label, without units and emphasis. */
function cellsOf(label: string): string[] {
  const row = page.split('\n').find((line) => line.startsWith(`| ${label}`)) ?? ''
  return row
    .split('|')
    .slice(2)
    .map((cell) => cell.trim().replaceAll('*', ''))
}

test.each([
  ['gateway |', measured.gatewayMicros],
  ['Kafka |', measured.kafkaMicros],
  ['indexer |', measured.indexerMicros],
  ['engine |', measured.engineMicros],
  ['clusters, counting alerts', measured.clustersMicros],
  ['exporter, API, PostgreSQL, supervisor', measured.othersMicros],
  ['disk, of the bytes of EVE', measured.diskPerEveByte],
  ['events/s, median', measured.boxEventsPerSecond],
])('PERFORMANCE.md still says so: %s %s', (label, value) => {
  expect(cellsOf(label)).toContain(value.toLocaleString('en-US'))
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
])('PERFORMANCE.md still says "%s"', (text) => {
  expect(page).toContain(text)
})
