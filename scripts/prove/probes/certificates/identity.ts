import { waitUntil } from '@watchpost/servers'
import type { Store } from '@watchpost/store'
import type { ApiClient } from '../../harness/api-client.ts'
import { ALL_INDEXES } from '../../harness/judge.ts'
import type { Report } from '../../harness/report.ts'
import { enterCertificate } from './enter-certificate.ts'
import { callGateway, type Gateway, keptConnection, randomStream, sendEvent } from '../gateway-call.ts'
import type { Mint } from './mint.ts'
import type { ProbeClient } from '../probe-client.ts'

/** The registered certificate alone identifies a probe; anything else it claims is ignored. */
export async function proveIdentity(
  gateway: Gateway,
  api: ApiClient,
  store: Store,
  mint: Mint,
  probes: ProbeClient,
  report: Report,
): Promise<void> {
  const [one, other] = [await probes.create('one.example.test'), await probes.create('other.example.test')]
  // It carries the other probe's names, which must not count.
  const pair = mint.issue({ file: 'impostor', probe: other.id })
  await enterCertificate(store, one.id, pair)
  const othersPair = mint.issue({ file: 'victim', probe: other.id })
  await enterCertificate(store, other.id, othersPair)
  const stream = randomStream()
  const honest = keptConnection(gateway, othersPair)
  const impostor = keptConnection(gateway, pair)
  const line = (name: string) =>
    JSON.stringify({
      event_type: 'flow',
      timestamp: new Date().toISOString(),
      note: name,
      probe: { id: other.id, fqdn: other.fqdn },
      ingest: { stream, sequence: 0 },
    })
  const first = await sendEvent(gateway, honest, line('honest'), { stream })
  const second = await sendEvent(gateway, impostor, line('impostor'), { stream })
  const query = { term: { 'ingest.stream': stream } }
  await waitUntil(async () => (await api.count(ALL_INDEXES, { query })) >= 2, { withinMs: 60_000 })
  const { hits } = await api.search(ALL_INDEXES, { size: 10, query })
  const writers = hits.hits
    .map(({ _source }) => `${_source.note as string}:${(_source.probe as { id: number }).id}`)
    .toSorted()
  report.check(
    'a probe cannot write as another, whatever its certificate, stream and event say',
    first.status === 200 &&
      second.status === 200 &&
      writers.join() === [`honest:${other.id}`, `impostor:${one.id}`].toSorted().join(),
    writers.join(' '),
  )
  const unknown = randomStream()
  await sendEvent(gateway, honest, line('private'), { stream: unknown })
  const [own, others] = [
    await callGateway(gateway, { method: 'GET', path: `/v1/streams/${unknown}`, agent: honest }),
    await callGateway(gateway, { method: 'GET', path: `/v1/streams/${unknown}`, agent: impostor }),
  ]
  report.check(
    "a probe learns nothing of another's streams",
    own.body.next_sequence === 1 && others.body.next_sequence === 0 && others.body.digest === null,
    `${JSON.stringify(own.body)} ${JSON.stringify(others.body)}`,
  )
  const swapped = keptConnection(gateway, { certPem: othersPair.certPem, keyPem: othersPair.keyPem })
  const isGood = (await sendEvent(gateway, swapped, line('again'), { stream, sequence: 1 })).status === 200
  report.check("another probe's own certificate with its own key is taken", isGood)
  for (const agent of [honest, impostor, swapped]) agent.destroy()
}
