import { expect, test } from 'vitest'
import { exampleFields } from '../../../fixtures/fields.ts'
import { guarded, NOW } from '../../../fixtures/guarded.ts'
import { parseJson } from '../../../json/parse.ts'
import { scanJson } from '../../../json/scan.ts'
import { at } from '../../../json/pointer.ts'
import { readQuery } from '../../../query/query.ts'
import { startReading } from '../../../reading.ts'
import { createDataSample } from './data-sample.ts'
import { flattenDocument } from './flatten-document.ts'
import { matchLeaf } from './match-leaf.ts'

const documents = [
  {
    event_type: 'dns',
    src_ip: '10.0.0.1',
    dest_port: 53,
    '@timestamp': new Date(NOW).toISOString(),
    dns: { rrname: 'a.test' },
  },
  {
    event_type: 'dns',
    src_ip: '10.9.0.2',
    dest_port: 53,
    '@timestamp': new Date(NOW - 86_400_000).toISOString(),
    dns: { rrname: 'b.test' },
  },
  { event_type: 'http', src_ip: '192.0.2.7', dest_port: 80, http: { url: '/index', hostname: 'b.test' } },
  { event_type: 'tls', src_ip: '2001:db8::7', dest_port: [443, 80], fileinfo: [{ size: 7 }, { size: 9 }] },
]
const sample = createDataSample(documents.map(flattenDocument), 4_000)

/** The indexes of the sampled documents that a query matches. */
function found(query: object): number[] {
  expect(guarded({ query }, { profile: 'expert' })).toMatchObject({ ok: true })
  const bytes = new TextEncoder().encode(JSON.stringify(query))
  const scanned = scanJson(bytes)
  const parsed = scanned.ok ? parseJson(bytes, scanned) : scanned
  const inputs = { documents: 1, shards: 1, cores: 1 }
  const reading = startReading({ fields: exampleFields, profile: 'expert', inputs, now: NOW, timeField: '@timestamp' })
  const leaf = parsed.ok ? readQuery(reading, at(undefined, 'query'), parsed.value) : undefined
  if (leaf?.kind !== 'leaf' || !leaf.condition) throw new Error(`no condition in ${JSON.stringify(query)}`)
  const { bits } = matchLeaf(sample, leaf.condition)
  return documents.flatMap((_, place) => (((bits[0] ?? 0) >>> place) & 1 ? [place] : []))
}

test.each([
  [{ term: { event_type: 'dns' } }, [0, 1]],
  [{ term: { event_type: 'smb' } }, []],
  [{ term: { event_type: { value: 'DNS', case_insensitive: true } } }, [0, 1, 2, 3]],
  [{ match: { event_type: 'tls' } }, [3]],
  [{ terms: { dest_port: [80, 443, 1] } }, [2, 3]],
  [{ term: { src_ip: '10.0.0.0/8' } }, [0, 1]],
  [{ term: { src_ip: '10.0.0.1' } }, [0]],
  [{ term: { src_ip: '2001:db8::/32' } }, [0, 1, 2, 3]],
  [{ range: { src_ip: { gte: '10.0.0.1', lte: '10.255.0.0' } } }, [0, 1]],
  [{ range: { dest_port: { gte: 80 } } }, [2, 3]],
  [{ range: { event_type: { gte: 'h', lte: 'i' } } }, [2]],
  [{ range: { '@timestamp': { gte: 'now-1h' } } }, [0]],
  [{ exists: { field: 'http' } }, [2]],
  [{ exists: { field: 'fileinfo.size' } }, [3]],
  [{ exists: { field: 'tls.sni' } }, []],
  [{ prefix: { 'http.url': '/in' } }, [2]],
  [{ wildcard: { 'http.url': '/i*x' } }, [2]],
  [{ wildcard: { 'http.url': '/o*' } }, []],
  [{ regexp: { 'dns.rrname': 'bx*.test' } }, [1]],
  [{ regexp: { 'dns.rrname': 'bx|c' } }, [0, 1]],
  [{ ids: { values: ['1'] } }, []],
])('%j matches at least the right documents, and not all', (query, places) => {
  expect(found(query)).toEqual(places)
})
