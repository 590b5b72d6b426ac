import { createGenerationStore } from '@watchpost/store'
import { startTestWatchpost } from '@watchpost/testkit/test-watchpost'
import { expect, test } from 'vitest'

const stream = 'd'.repeat(32)
const alert = (n: number) => ({
  timestamp: new Date(Date.now() - n * 1_000).toISOString().replace('Z', '000+0000'),
  event_type: 'alert',
  src_ip: '192.0.2.1',
  dest_ip: '198.51.100.2',
  flow_id: 18_014_398_509_481_984 - n,
  alert: { signature: `SYNTHETIC ${n % 3}`, severity: 1 + (n % 3) },
})
const alerts = (first: number, count: number) => Array.from({ length: count }, (_, index) => alert(first + index))
const within = { timeout: 60_000, interval: 250 }

test('an event sent by a probe is found through the API in the shape of the specification', async () => {
  await using watchpost = await startTestWatchpost()
  const receipt = await watchpost.sendEvents(stream, 0, [
    ...alerts(0, 20),
    {
      event_type: 'malware',
      timestamp_detected: '2026-11-14T09:00:00.000Z',
      severity: 1,
      state: 'Infected',
      detail_threat_found: 'Synthetic.A',
    },
    { event_type: 'shellcode', timestamp_detected: '2026-11-14T09:00:00.000Z', severity: 1, sub_type: 'Linux_x86_64' },
  ])
  expect(receipt).toMatchObject({ status: 200, body: { stream, first_sequence: 0, count: 22, next_sequence: 22 } })
  expect(receipt.headers['request-id']).toBeTruthy()
  await expect.poll(() => watchpost.count('network_events,malware,code_analysis'), within).toBe(22)

  const found = await watchpost.call('/api/v1//data/es/search/?index=network_events', {
    size: 1,
    query: {
      bool: {
        must: { match: { event_type: 'alert' } },
        filter: [{ range: { '@timestamp': { gte: 'now-24h', lte: 'now' } } }],
      },
    },
    sort: { 'alert.severity': 'desc' },
    aggs: { signatures: { terms: { field: 'alert.signature', order: { _count: 'desc' }, size: 10 } } },
  })
  expect(found).toMatchObject({
    status: 200,
    body: {
      hits: {
        total: { value: 20 },
        hits: [
          {
            _type: '_doc',
            _index: expect.stringMatching(/network_events-\d{4}\.\d\d\.\d\d-000001$/),
            _source: { probe: { id: 7, fqdn: 'probe-07.example.test' }, severity: 3, type: 'network_engine' },
          },
        ],
      },
      aggregations: {
        signatures: {
          buckets: expect.arrayContaining([expect.objectContaining({ key: 'SYNTHETIC 0', doc_count: 7 })]),
        },
      },
    },
  })
  expect(await watchpost.count('malware', { query: { match: { state: 'Infected' } } })).toBe(1)
  expect(await watchpost.count('code_analysis', { query: { match: { event_type: 'shellcode' } } })).toBe(1)
})

test('resending the same events before and after a roll-over adds none', async () => {
  await using watchpost = await startTestWatchpost()
  const generations = createGenerationStore(watchpost.store)
  await watchpost.sendEvents(stream, 0, alerts(0, 50))
  await watchpost.sendEvents(stream, 0, alerts(0, 50))
  await expect.poll(() => watchpost.count('network_events'), within).toBe(50)

  await generations.requestRollOver()
  await expect
    .poll(async () => (await generations.list()).map(({ isSealed }) => isSealed), within)
    .toEqual([true, false])
  await watchpost.sendEvents(stream, 25, alerts(25, 50))
  await expect.poll(() => watchpost.count('network_events'), within).toBe(75)
  await watchpost.sendEvents(stream, 0, alerts(0, 80))
  await expect.poll(() => watchpost.count('network_events'), within).toBe(80)
})

test('stores invalid events as dead letters with their reason, and the other events of the batch', async () => {
  await using watchpost = await startTestWatchpost()
  const receipt = await watchpost.sendEvents(stream, 0, [
    alert(0),
    '{"broken":',
    { event_type: 'flow' },
    { ...alert(1), mqtt: 'not an object' },
    alert(2),
  ])
  expect(receipt.status).toBe(200)
  await expect.poll(() => watchpost.count('network_events'), within).toBeGreaterThanOrEqual(2)
  await expect
    .poll(async () => (await Array.fromAsync(watchpost.deadLetters.list())).map(({ reason }) => reason).sort(), within)
    .toEqual(['no-timestamp', 'not-json', 'refused-by-engine'])
  expect(await watchpost.count('network_events')).toBe(2)
  await watchpost.deadLetters.stop()
})

test('the gateway refuses clients without a certificate', async () => {
  await using watchpost = await startTestWatchpost()
  expect(await watchpost.sendEvents(stream, 0, alerts(0, 1), watchpost.stranger)).toMatchObject({
    status: 403,
    body: { type: '/problems/certificate-invalid' },
  })
})
