import type { Alert, ProbeReference } from '@watchpost/contract'
import type { AlertEntry } from '@watchpost/engine'
import type { AlertMark } from '@watchpost/store'
import { dateOf } from '../http/request/instant.ts'
import { markView } from './marks/mark-view.ts'

/** The ids of the probes that are paired now. */
export type PairedProbes = ReadonlySet<number>

/** An alert as callers see it. */
export function alertRow(entry: AlertEntry, paired: PairedProbes, mark: AlertMark | undefined): Alert {
  const { name, description, risk, type, uuid, event_type, contributions, timestamp_claimed: claimed } = entry
  const id = entry['@timestamp']
  return {
    id,
    name,
    date: dateOf(id),
    probe: probeReference(entry.probe, paired),
    description,
    src_ip: entry.src_ip ?? '',
    dest_ip: entry.dest_ip ?? '',
    risk,
    type,
    uuid,
    event_type,
    severity: entry.severity ?? null,
    received: entry.timestamp_received,
    mark: markView(mark),
    self: alertAddress(uuid),
    ...(claimed !== undefined && { timestamp_claimed: claimed }),
    ...(contributions && { contributions }),
  }
}

export function probeReference({ id, fqdn }: { id: number; fqdn: string }, paired: PairedProbes): ProbeReference {
  return { id, fqdn, is_paired: paired.has(id) }
}

/** The URL path of an alert's detail. */
export function alertAddress(uuid: string): string {
  return `/api/alerts/${uuid}`
}
