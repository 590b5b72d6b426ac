import { alertLimits, AppError, clusterSides, clusterSorts } from '@watchpost/contract'
import type { ClusterFilter, ClusterOrder } from '@watchpost/engine'
import { frequencies, type Frequency } from '@watchpost/model'
import { addressOf } from '../listing/listing-address.ts'
import { createParameters, type Parameters } from '../listing/parameters.ts'
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

type Values = Readonly<Record<string, unknown>>

/** Parses the query string and the body of a listing. Rejects with every invalid parameter. */
export function readClusterListing(query: Values, body: Values): ClusterListing {
  const parameters = createParameters(query, body)
  const angle = readAngle(parameters)
  const filter: ClusterFilter = {
    frequency: angle.frequency,
    angle: angleName(angle),
    from: parameters.instant('date_from', 'first'),
    to: parameters.instant('date_to', 'last'),
    ip: parameters.address('ip'),
    riskMin: parameters.integer('risk_min', 0, 100),
    riskMax: parameters.integer('risk_max', 0, 100),
  }
  const order = orders.get(parameters.choice('sort_by', [...orders.keys()]) ?? 'date_desc') ?? 'date_desc'
  const limit = parameters.integer('limit', 1, alertLimits.most) ?? alertLimits.usual
  const isExact = parameters.choice('total', ['bounded', 'exact']) === 'exact'
  const hasContributions = parameters.choice('expand', ['contributions']) !== undefined
  const cursorText = parameters.text('cursor', 1_024)
  parameters.end()
  const cursor = cursorText === undefined ? undefined : readClusterCursor(cursorText, order)
  const address = addressOf({ ...query, ...body }, ['cursor'])
  return { angle, filter, order, limit, isExact, hasContributions, address, ...(cursor && { cursor }) }
}

/** Parses what identifies one cluster: its id and the related parameters. */
export function readClusterName(id: string, query: Values): { angle: ClusterAngle; ip: string; start: string } {
  const parameters = createParameters(query, {})
  const angle = readAngle(parameters)
  parameters.end()
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

function readAngle(parameters: Parameters): ClusterAngle {
  const probeId = parameters.probeId('probe_id')
  return {
    frequency: parameters.choice('frequency', frequencies) ?? 'hour',
    typeIp: parameters.choice('type_ip', clusterSides) ?? 'src',
    ...(probeId !== undefined && { probeId }),
  }
}

/** The angle as the cluster documents name it. */
export function angleName({ typeIp, probeId }: ClusterAngle): string {
  return `${typeIp}/${probeId ?? 'all'}`
}
