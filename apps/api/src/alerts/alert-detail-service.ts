import type { AlertDetail } from '@watchpost/contract'
import type { ListedAlert, Asking, EventReference, FlowKeys, FlowMate, StoredDocument } from '@watchpost/engine'
import { frameStart, frequencies } from '@watchpost/model'
import type { CallerAsking, Searching } from '../queues/searching.ts'
import type { AlertMark } from '@watchpost/store'
import { isAlertId, isAlertUuid } from './alert-names.ts'
import { alertAddress, alertRow, type PairedProbes, probeReference } from './alert-row.ts'
import { alertNotFound } from './alert-service.ts'
import { createAsk } from './engine-failure.ts'
import { clusterAddress } from './cluster-address.ts'

/** Dependencies of the alert detail. */
export interface AlertDetailPorts {
  index: {
    find(uuid: string, asking: Asking): Promise<ListedAlert | 'absent'>
    at(instant: string, asking: Asking): Promise<ListedAlert[]>
  }
  events: {
    documents(references: readonly EventReference[], asking: Asking): Promise<Map<string, StoredDocument>>
    flowMates(keys: FlowKeys, asking: Asking): Promise<{ mates: FlowMate[]; isAll: boolean }>
  }
  marks: { find(uuids: readonly string[]): Promise<Map<string, AlertMark>> }
  probes: { paired(): Promise<PairedProbes> }
  searching: Searching
}

export type AlertDetailService = ReturnType<typeof createAlertDetailService>

export function createAlertDetailService({ index, events, marks, probes, searching }: AlertDetailPorts) {
  const ask = createAsk(searching)

  /** The alerts with this id or uuid, the requested one first. */
  async function find(id: string, asking: Asking): Promise<ListedAlert[]> {
    if (isAlertUuid(id)) {
      const entry = await index.find(id, asking)
      if (entry === 'absent') return []
      const others = await index.at(entry['@timestamp'], asking)
      return [entry, ...others.filter(({ uuid }) => uuid !== entry.uuid)]
    }
    return isAlertId(id) ? index.at(id, asking) : []
  }

  return {
    /** Everything that is known about one alert. */
    async read(id: string, asking: CallerAsking): Promise<AlertDetail> {
      const [[entry, ...others], paired] = await Promise.all([
        ask('cheap', asking, () => find(id, asking)),
        probes.paired(),
      ])
      if (!entry) throw alertNotFound(id)
      const documents = await ask('cheap', asking, () => events.documents([entry], asking))
      const document = documents.get(entry.uuid) ?? null
      const { mates, isAll } = await ask('cheap', asking, () => events.flowMates(flowKeys(entry, document), asking))
      return {
        ...alertRow(entry, paired, (await marks.find([entry.uuid])).get(entry.uuid)),
        policy_version: entry.policy_version,
        contributions: entry.contributions ?? [],
        document,
        same_id: others.map(({ uuid }) => ({ uuid, self: alertAddress(uuid) })),
        related: { events: mates.map((mate) => relatedRow(mate, paired)), is_complete: isAll },
        clusters: clusterLinks(entry),
      }
    },
  }
}

function flowKeys(entry: ListedAlert, document: StoredDocument | null): FlowKeys {
  const flowId = JSON.stringify(document?.flow_id)
  const communityId = document?.community_id
  return {
    '@timestamp': entry['@timestamp'],
    probeId: entry.probe.id,
    ...(flowId !== undefined && /^\d{1,19}$/.test(flowId) && { flowId }),
    ...(typeof communityId === 'string' && { communityId }),
  }
}

function relatedRow(mate: FlowMate, paired: PairedProbes): AlertDetail['related']['events'][number] {
  const { uuid, event_type, type, severity, alert_view: view } = mate
  return {
    uuid,
    date: mate['@timestamp'],
    event_type,
    type,
    severity: severity ?? null,
    probe: probeReference(mate.probe, paired),
    alert: view ? { name: view.name, risk: view.risk, self: alertAddress(uuid) } : null,
  }
}

function clusterLinks(entry: ListedAlert): AlertDetail['clusters'] {
  const sides = [
    { typeIp: 'src' as const, ip: entry.src_ip },
    { typeIp: 'dest' as const, ip: entry.dest_ip },
  ]
  return sides.flatMap(({ typeIp, ip }) =>
    ip === undefined
      ? []
      : frequencies.map((frequency) => {
          const start = frameStart(entry['@timestamp'], frequency)
          return { ip, type_ip: typeIp, frequency, self: clusterAddress({ ip, start, frequency, typeIp }) }
        }),
  )
}
