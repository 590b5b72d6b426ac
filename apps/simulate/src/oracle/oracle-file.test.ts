import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepare } from '@watchpost/model'
import { afterAll, expect, test } from 'vitest'
import { createGenerator, streamOf } from '../generate/generator.ts'
import { makeBatch } from '../send/batch.ts'
import { openOracle, readOracle } from './oracle-file.ts'
import { createSequenceRanges } from './sequence-ranges.ts'

const folder = mkdtempSync(join(tmpdir(), 'oracle-'))
afterAll(() => rmSync(folder, { recursive: true }))

const generator = createGenerator({ seed: 9, firstRunAt: Date.now(), hours: 1, lap: 900, late: 0, alertShare: 0.3 })
const sender = { id: 4, fqdn: 'probe-04.example.test', stream: streamOf(9, 4) }

test('writes each acknowledged event once, and cuts a torn line', async () => {
  const path = join(folder, 'deep', 'seed.ndjson')
  const { rows } = await makeBatch(generator, sender, 0, 100)
  const first = await openOracle(path)
  await first.write(4, 0, rows.slice(0, 40))
  await first.close()
  appendFileSync(path, (rows[40] ?? '').slice(0, 120))

  const second = await openOracle(path)
  expect(second.before).toBe(40)
  await second.write(4, 60, rows.slice(60, 80))
  await second.write(4, 30, rows.slice(30, 100))
  await second.write(4, 0, rows)
  await second.close()

  const seqs = (await Array.fromAsync(readOracle(path))).map((row) => row.seq)
  expect(seqs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index))
  expect(readFileSync(path, 'utf8').split('\n').toSorted()).toEqual(
    [...rows.map((row) => row.trimEnd()), ''].toSorted(),
  )
})

test('returns the parts of a range that are new', () => {
  const ranges = createSequenceRanges()
  expect(ranges.add(10, 20)).toEqual([{ first: 10, end: 20 }])
  expect(ranges.add(20, 30)).toEqual([{ first: 20, end: 30 }])
  expect(ranges.add(0, 40)).toEqual([
    { first: 0, end: 10 },
    { first: 30, end: 40 },
  ])
  expect(ranges.add(5, 35)).toEqual([])
  expect(ranges.count()).toBe(40)
})

test('a row matches the stored document of its event', async () => {
  const events = generator.events(4, 0, 900)
  const { rows } = await makeBatch(generator, sender, 0, 900)
  for (const [sequence, event] of events.entries()) {
    const row = JSON.parse(rows[sequence] ?? '')
    const outcome = prepare({
      identity: { probeId: 4, stream: sender.stream, sequence },
      fqdn: sender.fqdn,
      policyVersion: 1,
      receivedAt: 0,
      partition: 0,
      offset: 0,
      payload: Buffer.from(JSON.stringify(event)),
    })
    if (outcome.kind !== 'ready') throw new Error(outcome.letter.detail)
    const document = JSON.parse(outcome.document.json)
    expect(row).toMatchObject({
      id: outcome.document.id,
      index: outcome.document.family,
      time: document['@timestamp'],
      kind: document.event_type,
      probe: document.probe.id,
      fqdn: document.probe.fqdn,
    })
    expect([row.src, row.dst, row.proto, row.app]).toEqual([
      document.src_ip,
      document.dest_ip,
      document.proto,
      document.app_proto,
    ])
    if (row.alert) expect(row.alert).toMatchObject({ type: document.type, severity: document.severity })
  }
})
