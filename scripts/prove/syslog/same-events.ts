import { settle } from '../harness/judge.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Load } from '../harness/load.ts'
import type { Report } from '../harness/report.ts'
import { type ExpectedFilter, expectedIds } from './expected.ts'
import type { ExportClient } from './export-client.ts'
import type { ProofCertificates } from './receivers/make-certificates.ts'
import { readReceived, type ReceivedEvent } from './receivers/received.ts'
import type { Receiver } from './receivers/receivers.ts'
import { storedDigests } from './stored-digests.ts'

const PATIENCE_MS = 600_000

/** An export and the events that it should send. */
export interface ProofExport {
  id: number
  receiver: Receiver
  isTls: boolean
  filters: Record<string, unknown>
  expected: ExpectedFilter
}

/** The body of `PUT /api/exports/syslog/{id}`. */
export function exportBody(
  { receiver, isTls, filters }: ProofExport,
  { client, ca }: ProofCertificates,
  port = isTls ? receiver.tlsPort : receiver.tcpPort,
) {
  return {
    general: { hostname: '127.0.0.1', port, max_message_bytes: 262_144 },
    filters,
    ...(isTls && {
      certificate: { cert: client.cert, cert_key: client.key, ca, server_name: 'logserver.test' },
    }),
  }
}

/** Both receivers, over TCP and mutual TLS, get every event that matches the filter once, as stored. */
export async function proveSameEvents(
  proof: ProofStack,
  load: Load,
  client: ExportClient,
  certificates: ProofCertificates,
  exports: readonly ProofExport[],
  report: Report,
  { seed, events }: { seed: number; events: number },
): Promise<void> {
  for (const each of exports) await client.put(each.id, exportBody(each, certificates))
  report.step(`sending ${events} events, one batch in ten twice`)
  const from = Date.now()
  await load.send(seed, events, ['--resend=10%'])
  await Promise.all(exports.map(({ id }) => client.caughtUp(id, PATIENCE_MS)))
  report.figure('export_events_per_second', events / ((Date.now() - from) / 1_000))
  const ids = await expectedIds(load.oracles())
  await settle(proof.api, ids.size, PATIENCE_MS)
  const stored = await storedDigests(proof, ids)
  report.check('every event is stored', stored.size === ids.size, `${stored.size} of ${ids.size}`)
  for (const each of exports) await checkExport(each, load, stored, report)
}

/** Compares a receiver's events with the oracle, and their bodies with the stored documents. */
export async function checkExport(
  { id, receiver, isTls, expected }: ProofExport,
  load: Load,
  stored: ReadonlyMap<string, string>,
  report: Report,
): Promise<void> {
  const wanted = await expectedIds(load.oracles(), expected)
  const received = await readReceived(receiver)
  const tally = compare(wanted, received, stored)
  const name = `export ${id}, ${receiver.name} over ${isTls ? 'TLS' : 'TCP'}`
  const { missing, alien, repeated, altered, broken } = tally
  const detail = `${received.size} of ${wanted.size}, ${missing} missing, ${alien} alien, ${repeated} repeated, ${altered} altered, ${broken} not whole`
  report.check(name, missing + alien + repeated + altered + broken === 0, detail)
}

/** Counts of the differences; altered events differ from the stored ones. */
export function compare(
  wanted: ReadonlySet<string>,
  received: ReadonlyMap<string, ReceivedEvent>,
  stored?: ReadonlyMap<string, string>,
) {
  const tally = { missing: 0, alien: 0, repeated: 0, altered: 0, broken: 0 }
  for (const id of wanted) if (!received.has(id)) tally.missing++
  for (const [id, { count, digest, isWhole }] of received) {
    if (!wanted.has(id)) tally.alien++
    if (count > 1) tally.repeated += count - 1
    if (stored && stored.get(id) !== digest) tally.altered++
    if (!isWhole) tally.broken++
  }
  return tally
}
