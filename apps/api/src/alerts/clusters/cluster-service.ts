import type { Cluster, ClusterDetail } from '@watchpost/contract'
import type {
  AlertFilter,
  AlertPage,
  AlertPageRequest,
  Asking,
  ClusterPage,
  ClusterPageRequest,
} from '@watchpost/engine'
import { frameEnd } from '@watchpost/model'
import type { AlertMark } from '@watchpost/store'
import type { CallerAsking, Searching } from '../../queues/searching.ts'
import { alertRow, type PairedProbes } from '../alert-row.ts'
import { createAsk } from '../engine-failure.ts'
import { addressWith } from '../listing/listing-address.ts'
import { writeClusterCursor } from './cluster-cursor.ts'
import { clusterRow } from './cluster-row.ts'
import {
  type AngleValues,
  type ClusterListing,
  clusterNotFound,
  type ClusterAngle,
  readClusterName,
  angleName,
} from './read-cluster-listing.ts'

/** Dependencies of the cluster service. */
export interface ClusterPorts {
  clusters: { page(request: ClusterPageRequest, asking: Asking): Promise<ClusterPage> }
  index: { page(request: AlertPageRequest, asking: Asking): Promise<AlertPage> }
  marks: { find(uuids: readonly string[]): Promise<Map<string, AlertMark>> }
  probes: { paired(): Promise<PairedProbes> }
  searching: Searching
}

export interface ClusterList {
  rows: Cluster[]
  next?: string
  total?: { value: number; isExact: boolean }
}

export type ClusterService = ReturnType<typeof createClusterService>

const SHOWN_ALERTS = 100

export function createClusterService({ clusters, index, marks, probes, searching }: ClusterPorts) {
  const ask = createAsk(searching)

  return {
    /** One page of clusters, and the link to the next. */
    async list(listing: ClusterListing, asking: CallerAsking): Promise<ClusterList> {
      const { angle, filter, order, limit, cursor, isExact, hasContributions, address } = listing
      const count = cursor?.total ? 'none' : isExact ? 'exact' : 'some'
      const request: ClusterPageRequest = { filter, order, limit, count, ...(cursor && { after: cursor.after }) }
      const [page, paired] = await Promise.all([
        ask('cheap', asking, () => clusters.page(request, asking)),
        probes.paired(),
      ])
      const { next, total = cursor?.total } = page
      return {
        rows: page.clusters.map((cluster) => ({
          ...clusterRow(cluster, angle, paired),
          ...(hasContributions && { contributions: cluster.contributions }),
        })),
        ...(next && {
          next: addressWith(
            '/api/alerts/clusters',
            address,
            'cursor',
            writeClusterCursor({ order, after: next, total }),
          ),
        }),
        ...(total && { total }),
      }
    },

    /** One cluster with its score explained and its worst alerts. */
    async read(id: string, query: AngleValues, asking: CallerAsking): Promise<ClusterDetail> {
      const { angle, ip, start } = readClusterName(id, query)
      const named = { frequency: angle.frequency, angle: angleName(angle), ip, from: start, to: start }
      const request = { filter: named, order: 'date_desc' as const, limit: 1, count: 'none' as const }
      const { clusters: found } = await ask('cheap', asking, () => clusters.page(request, asking))
      const [cluster] = found
      if (!cluster) throw clusterNotFound(id)
      const filter = alertsOf(ip, start, angle)
      const worst: AlertPageRequest = {
        filter,
        order: 'risk_desc',
        limit: SHOWN_ALERTS,
        count: 'none',
        hasContributions: false,
      }
      const [{ entries }, paired] = await Promise.all([
        ask('cheap', asking, () => index.page(worst, asking)),
        probes.paired(),
      ])
      const said = await marks.find(entries.map(({ uuid }) => uuid))
      return {
        ...clusterRow(cluster, angle, paired),
        policy_version: cluster.policy_version,
        contributions: cluster.contributions,
        alerts: entries.map((entry) => alertRow(entry, paired, said.get(entry.uuid))),
        alerts_link: alertsLink(filter),
      }
    },
  }
}

/** The filter that matches the alerts of a cluster. */
export function alertsOf(ip: string, start: string, { frequency, typeIp, probeId }: ClusterAngle): AlertFilter {
  const to = new Date(Date.parse(frameEnd(start, frequency)) - 1).toISOString()
  const side = { src: { srcIp: ip }, dest: { destIp: ip }, both: { ip } }[typeIp]
  return { from: start, to, ...side, ...(probeId !== undefined && { probeId }) }
}

function alertsLink({ from, to, ip, srcIp, destIp, probeId }: AlertFilter): string {
  const query = new URLSearchParams({
    ...(from && { date_from: from }),
    ...(to && { date_to: to }),
    ...(ip && { ip }),
    ...(srcIp && { src_ip: srcIp }),
    ...(destIp && { dest_ip: destIp }),
    ...(probeId && { probe_id: String(probeId) }),
    sort_by: 'risk_desc',
  })
  return `/api/alerts?${query.toString()}`
}
