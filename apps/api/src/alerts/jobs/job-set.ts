import { AppError, type NewAlertJob } from '@watchpost/contract'
import { ClusterParameters, JobFilter } from '@watchpost/contract'
import type { AlertFilter } from '@watchpost/engine'
import { type AngleValues, clusterNotFound, readClusterName } from '../clusters/read-cluster-listing.ts'
import { alertsOf } from '../clusters/cluster-service.ts'
import { checkMember, checkParameters } from '../listing/check-parameters.ts'
import type { FilterValues } from '../listing/filter-values.ts'

/** The alerts that a request for a job names. */
export type JobSet =
  | { kind: 'filter'; filter: FilterValues; asOf?: string }
  | { kind: 'alerts'; ids: readonly string[] }

/** Reads which alerts a job is for. Rejects none and several ways of naming them. */
export function readJobSet({ filter, cluster, ids, as_of: asOf }: NewAlertJob): JobSet {
  const given = Object.entries({ filter, cluster, ids }).filter(([, value]) => value !== undefined)
  if (given.length !== 1) {
    throw new AppError('invalid-request', 'Give exactly one of `filter`, `cluster` and `ids`.', {
      errors: given.map(([name]) => ({ pointer: `#/${name}`, detail: 'Allowed only alone.' })),
    })
  }
  if (asOf !== undefined && !filter) {
    throw new AppError('invalid-request', undefined, {
      errors: [{ pointer: '#/as_of', detail: 'Allowed only with filter.' }],
    })
  }
  if (ids) return { kind: 'alerts', ids }
  if (cluster !== undefined) return { kind: 'filter', filter: filterOfCluster(cluster) }
  return {
    kind: 'filter',
    filter: checkMember(JobFilter, filter ?? {}, '#/filter'),
    ...(asOf !== undefined && { asOf }),
  }
}

const PATH = /^\/api(?:\/v1)?\/alerts\/clusters\/([^/?#]+)(?:\?([^#]*))?$/

/** The filter that matches the alerts of a cluster, given its `self`. */
function filterOfCluster(self: string): FilterValues {
  const [, name = '', query = ''] = PATH.exec(self) ?? []
  const values: AngleValues = checkParameters(ClusterParameters, Object.fromEntries(new URLSearchParams(query)), {})
  const id = decoded(name)
  if (id === undefined) throw clusterNotFound(self)
  const { angle, ip, start } = readClusterName(id, values)
  return valuesOf(alertsOf(ip, start, angle))
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not written by us.
    return undefined
  }
}

function valuesOf({ from, to, ip, srcIp, destIp, probeId }: AlertFilter): FilterValues {
  return {
    ...(from !== undefined && { date_from: from }),
    ...(to !== undefined && { date_to: to }),
    ...(ip !== undefined && { ip }),
    ...(srcIp !== undefined && { src_ip: srcIp }),
    ...(destIp !== undefined && { dest_ip: destIp }),
    ...(probeId !== undefined && { probe_id: probeId }),
  }
}
