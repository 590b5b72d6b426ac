import type { Client } from '@opensearch-project/opensearch'
import { families, type Family } from '@watchpost/model'
import type { EngineConfig } from '../engine-config.ts'
import { aliasName } from '../generation.ts'
import { askEngine, askEngineExactly, type Asking } from './ask-engine.ts'

/** Where to find the document of an alert. */
export interface EventReference {
  uuid: string
  family: Family
  '@timestamp': string
  /** The backing index of the alert's entry. */
  index: string
}

/** A stored document, with every number as it was sent. */
export type StoredDocument = Record<string, unknown>

/** An event that belongs to the same flow. */
export interface FlowMate {
  '@timestamp': string
  uuid: string
  event_type: string
  type: string
  severity?: number
  probe: { id: number; fqdn: string }
  alert_view?: { name: string; risk: number }
}

/** What ties events of one flow together: the probe's own number for it, and one that is the same on every probe. */
export interface FlowKeys {
  '@timestamp': string
  probeId: number
  /** As text: it may be larger than a number holds exactly. */
  flowId?: string
  communityId?: string
}

export type EventLookup = ReturnType<typeof createEventLookup>

const IDS_AT_ONCE = 500
const MOST_MATES = 100
/** Numbers of flows come up again; what belongs together happened within a day. */
const FLOW_SPAN = '1d'
const mateFields = [
  '@timestamp',
  'uuid',
  'event_type',
  'type',
  'severity',
  'probe',
  'alert_view.name',
  'alert_view.risk',
]

/** Finds the documents behind alerts, and what shares their flow. */
export function createEventLookup(client: Client, { prefix }: Pick<EngineConfig, 'prefix'>) {
  const pathOf = (of: readonly Family[]) => `/${of.map((family) => aliasName(prefix, family)).join()}/_search`

  /** Looks into the same generation, where the documents of nearly all entries are. */
  async function fetchBeside(
    references: readonly EventReference[],
    found: Map<string, StoredDocument>,
    asking: Asking,
  ): Promise<void> {
    const entries = aliasName(prefix, 'alerts')
    const docs = references.map(({ uuid, family, index }) => ({
      _index: `${aliasName(prefix, family)}${index.slice(entries.length)}`,
      _id: uuid,
    }))
    const question = { path: '/_mget', body: { docs }, querystring: {} }
    const answer = await askEngineExactly<FetchAnswer>(client, question, asking)
    for (const { _id: id, _source: document } of answer.docs) if (document) found.set(id, document)
  }

  /** A roll-over between an event and its entry leaves the event in an earlier generation, which is sealed by then. */
  async function searchFor(
    references: readonly EventReference[],
    found: Map<string, StoredDocument>,
    asking: Asking,
  ): Promise<void> {
    const times = references.map((each) => each['@timestamp']).sort()
    const body = {
      size: references.length,
      track_total_hits: false,
      query: {
        bool: {
          filter: [
            // The time is known too, and spares the engine to look into the indexes of other days.
            { range: { '@timestamp': { gte: times[0], lte: times.at(-1) } } },
            { ids: { values: references.map(({ uuid }) => uuid) } },
          ],
        },
      },
    }
    const path = pathOf([...new Set(references.map(({ family }) => family))])
    const { hits } = await askEngineExactly<DocumentAnswer>(client, { path, body }, asking)
    for (const { _id: id, _source: document } of hits.hits) found.set(id, document)
  }

  return {
    /** The documents by their uuid, searchable yet or not. One that is missing was removed a moment ago. */
    async documents(references: readonly EventReference[], asking: Asking): Promise<Map<string, StoredDocument>> {
      const found = new Map<string, StoredDocument>()
      for (let at = 0; at < references.length; at += IDS_AT_ONCE) {
        const chunk = references.slice(at, at + IDS_AT_ONCE)
        await fetchBeside(chunk, found, asking)
        const elsewhere = chunk.filter(({ uuid }) => !found.has(uuid))
        if (elsewhere.length > 0) await searchFor(elsewhere, found, asking)
      }
      return found
    },

    /** Every event of the same flow, the given one included, from any probe and detector, oldest first. */
    async flowMates(keys: FlowKeys, asking: Asking): Promise<{ mates: FlowMate[]; isAll: boolean }> {
      const { probeId, flowId, communityId } = keys
      const ties = [
        ...(communityId === undefined ? [] : [{ term: { community_id: communityId } }]),
        ...(flowId === undefined
          ? []
          : [{ bool: { filter: [{ term: { flow_id: flowId } }, { term: { 'probe.id': probeId } }] } }]),
      ]
      if (ties.length === 0) return { mates: [], isAll: true }
      const at = keys['@timestamp']
      const body = {
        size: MOST_MATES + 1,
        track_total_hits: false,
        _source: mateFields,
        query: {
          bool: {
            filter: [
              { range: { '@timestamp': { gte: `${at}||-${FLOW_SPAN}`, lte: `${at}||+${FLOW_SPAN}` } } },
              { bool: { should: ties, minimum_should_match: 1 } },
            ],
          },
        },
        sort: [{ '@timestamp': 'asc' }, { uuid: 'asc' }],
      }
      const { hits } = await askEngine<MateAnswer>(client, { path: pathOf(families), body }, asking)
      const mates = hits.hits.slice(0, MOST_MATES).map(({ _source: mate }) => mate)
      return { mates, isAll: hits.hits.length <= MOST_MATES }
    },
  }
}

interface FetchAnswer {
  docs: { _id: string; _source?: StoredDocument }[]
}

interface DocumentAnswer {
  hits: { hits: { _id: string; _source: StoredDocument }[] }
}

interface MateAnswer {
  hits: { hits: { _source: FlowMate }[] }
}
