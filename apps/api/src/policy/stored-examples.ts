import { detectorTypes, trialLimits } from '@watchpost/contract'
import type {
  AlertPage,
  AlertPageRequest,
  Asking,
  ClusterDocument,
  ClusterPage,
  ClusterPageRequest,
  EventReference,
  ListedAlert,
  StoredDocument,
} from '@watchpost/engine'
import { alertFactsOf } from '@watchpost/model'
import type { AlertFacts } from '@watchpost/risk'
import { alertAddress } from '../alerts/alert-row.ts'
import { clusterAddress } from '../alerts/cluster-address.ts'
import { alertsOf } from '../alerts/clusters/cluster-service.ts'
import { differingAlerts, firstOfEach } from './differing-alerts.ts'
import type { Example } from './example.ts'

/** Where stored alerts and clusters are read. */
export interface StoredExamplePorts {
  index: {
    page(request: AlertPageRequest, asking: Asking): Promise<AlertPage>
    named(uuids: readonly string[], instants: readonly string[], asking: Asking): Promise<ListedAlert[]>
  }
  clusters: { page(request: ClusterPageRequest, asking: Asking): Promise<ClusterPage> }
  events: { documents(references: readonly EventReference[], asking: Asking): Promise<Map<string, StoredDocument>> }
}

const DAY_MS = 86_400_000
/** Per detector: how many alerts are read to find different ones, and how many are chosen. */
const LOOKED_AT = 200
const CHOSEN = trialLimits.alerts / detectorTypes.length
/** An IP address that is busy for hours has several of the worst clusters, so read more than needed. */
const CLUSTERS_LOOKED_AT = 50
const angle = { frequency: 'hour', typeIp: 'src' } as const

export type StoredExamples = ReturnType<typeof createStoredExamples>

/** Finds examples among the stored alerts. Every query is bounded, however many are stored. */
export function createStoredExamples({ index, clusters, events }: StoredExamplePorts, now: () => number = Date.now) {
  const since = () => new Date(now() - trialLimits.days * DAY_MS).toISOString()

  async function newestOf(type: string, from: string, asking: Asking): Promise<ListedAlert[]> {
    const filter = { types: [type], from }
    const request = { filter, order: 'date_desc', limit: LOOKED_AT, count: 'none', hasContributions: true } as const
    return differingAlerts((await index.page(request, asking)).entries, CHOSEN)
  }

  /** The facts of each alert; skips an alert whose document was just removed. */
  async function factsOf(entries: readonly ListedAlert[], asking: Asking) {
    const documents = entries.length === 0 ? new Map<string, StoredDocument>() : await events.documents(entries, asking)
    return entries.flatMap((entry) => {
      const document = documents.get(entry.uuid)
      return document ? [{ entry, facts: alertFactsOf(document, entry.type, entry.severity) }] : []
    })
  }

  async function alertExamples(entries: readonly ListedAlert[], asking: Asking): Promise<Example[]> {
    return (await factsOf(entries, asking)).map(({ entry, facts }) => alertExample(entry, facts))
  }

  async function clusterExampleOf(cluster: ClusterDocument, asking: Asking): Promise<Example> {
    const filter = alertsOf(cluster.ip, cluster.date, angle)
    const limit = trialLimits.clusterAlerts
    const request = { filter, order: 'risk_desc', limit, count: 'none', hasContributions: false } as const
    const alerts = await factsOf((await index.page(request, asking)).entries, asking)
    return clusterExample(
      cluster,
      alerts.map(({ facts }) => facts),
    )
  }

  return {
    /** Different alerts of each detector. Queries run one after the other, to leave capacity to others. */
    async alerts(asking: Asking): Promise<Example[]> {
      const from = since()
      const entries: ListedAlert[] = []
      for (const type of detectorTypes) entries.push(...(await newestOf(type, from, asking)))
      return alertExamples(entries, asking)
    },

    /** The clusters with the highest scores, each of a different IP address. */
    async clusters(asking: Asking): Promise<Example[]> {
      const filter = { frequency: angle.frequency, angle: `${angle.typeIp}/all`, from: since() }
      const request = { filter, order: 'risk_desc', limit: CLUSTERS_LOOKED_AT, count: 'none' } as const
      const worst = firstOfEach((await clusters.page(request, asking)).clusters, ({ ip }) => ip)
      const examples: Example[] = []
      for (const cluster of worst.slice(0, trialLimits.clusters)) examples.push(await clusterExampleOf(cluster, asking))
      return examples
    },

    /** The alerts with these uuids that are stored. */
    named: async (uuids: readonly string[], asking: Asking): Promise<Example[]> =>
      alertExamples(await index.named(uuids, [], asking), asking),
  }
}

function alertExample(entry: ListedAlert, facts: AlertFacts): Example {
  const { uuid, name, description, type, severity = null } = entry
  const shown = { name, description, type, severity, date: entry['@timestamp'], self: alertAddress(uuid) }
  return { shown: { kind: 'alert', is_built_in: false, ...shown }, facts }
}

function clusterExample(cluster: ClusterDocument, alerts: readonly AlertFacts[]): Example {
  const { ip, date, number_alerts, number_peers, number_signatures } = cluster
  const detectors = detectorTypes.filter((type) => cluster[type] > 0).length
  return {
    shown: {
      kind: 'cluster',
      is_built_in: false,
      name: ip,
      description: `${several(number_alerts, 'alert')} in an hour, with ${several(number_signatures, 'name')}, about ${several(number_peers, 'other address', 'other addresses')}, by ${several(detectors, 'detector')}.`,
      type: null,
      severity: null,
      date,
      self: clusterAddress({ ip, start: date, ...angle }),
    },
    facts: { alerts: number_alerts, peers: number_peers, signatures: number_signatures, detectors },
    alerts,
  }
}

function several(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
