import { alertLimits, AppError, type clusterSides, clusterSorts } from '@watchpost/contract'
import type { ClusterFilter, ClusterOrder } from '@watchpost/engine'
import type { Frequency } from '@watchpost/model'
import { readInstant } from '../../http/request/instant.ts'
import { addressOf } from '../listing/listing-address.ts'
import { type ClusterCursor, readClusterCursor } from './cluster-cursor.ts'

export type ClusterSide = (typeof clusterSides)[number]

/** Which clusters to list: frequency, side, and probe. */
export interface ClusterAngle {
  frequency: Frequency
  typeIp: ClusterSide
  probeId?: number
}

/** The parsed request for a cluster listing. */
export interface ClusterListing {
  angle: ClusterAngle
  filter: ClusterFilter
  order: ClusterOrder
  limit: number
  isExact: boolean
  /** Whether to return the contributions of each score. */
  hasContributions: boolean
  cursor?: ClusterCursor
  address: URLSearchParams
}

/** The parameters of a listing, checked and in the types of their schema. */
export interface ClusterValues extends AngleValues {
  date_from?: string
  date_to?: string
  ip?: string
  limit?: number
  cursor?: string
  total?: 'bounded' | 'exact'
  sort_by?: string
  expand?: 'contributions'
  has_open?: boolean
  risk_min?: number
  risk_max?: number
}

/** The parameters that belong to the id of a cluster. */
export interface AngleValues {
  frequency?: Frequency
  type_ip?: ClusterSide
  probe_id?: number | 'all'
}

/** Reads the checked parameters of a listing. */
export function readClusterListing(values: ClusterValues): ClusterListing {
  const { date_from, date_to, ip, has_open: hasOpen, risk_min: riskMin, risk_max: riskMax } = values
  const { sort_by = '', cursor: text } = values
  const angle = readAngle(values)
  const filter: ClusterFilter = {
    frequency: angle.frequency,
    angle: angleName(angle),
    from: date_from === undefined ? undefined : readInstant(date_from, 'first'),
    to: date_to === undefined ? undefined : readInstant(date_to, 'last'),
    ip,
    hasOpen,
    riskMin,
    riskMax,
  }
  const order = orders.get(sort_by) ?? 'date_desc'
  const cursor = text === undefined ? undefined : readClusterCursor(text, order)
  return {
    angle,
    filter,
    order,
    limit: values.limit ?? alertLimits.usual,
    isExact: values.total === 'exact',
    hasContributions: values.expand !== undefined,
    address: addressOf(values, ['cursor']),
    ...(cursor && { cursor }),
  }
}

/** Reads what identifies one cluster: its id and the checked parameters that belong to it. */
export function readClusterName(id: string, values: AngleValues): { angle: ClusterAngle; ip: string; start: string } {
  const angle = readAngle(values)
  const [, ip, start] = ID.exec(id) ?? []
  if (ip === undefined || start === undefined) throw clusterNotFound(id)
  return { angle, ip, start }
}

export function clusterNotFound(id: string): AppError {
  return new AppError('cluster-not-found', `No cluster has the id ${id.slice(0, 80)} in this frame, side and probe.`)
}

const ID = /^([0-9a-f:.]{2,45})-(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/

/** Every accepted spelling of an order: `src` is an alias of `ip`. */
const orders: ReadonlyMap<string, ClusterOrder> = new Map(
  clusterSorts.flatMap((name) => {
    const key = name === 'src' ? 'ip' : name
    return [
      [name, `${key}_asc`],
      [`${name}_asc`, `${key}_asc`],
      [`${name}_desc`, `${key}_desc`],
      [`-${name}`, `${key}_desc`],
    ] as [string, ClusterOrder][]
  }),
)

function readAngle({ frequency = 'hour', type_ip: typeIp = 'src', probe_id: probeId }: AngleValues): ClusterAngle {
  return { frequency, typeIp, ...(probeId !== undefined && probeId !== 'all' && { probeId }) }
}

/** The angle as the cluster documents name it. */
export function angleName({ typeIp, probeId }: ClusterAngle): string {
  return `${typeIp}/${probeId ?? 'all'}`
}
