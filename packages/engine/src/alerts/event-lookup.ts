import type { Client } from '@opensearch-project/opensearch'
import { families, type Family } from '@watchpost/model'
import type { EngineConfig } from '../connect/engine-config.ts'
import { aliasName } from '../generation.ts'
import { askEngine, askEngineExactly, type Asking } from './ask-engine.ts'

/** Where to find the document of an alert. */
export interface EventReference {
  uuid: string
  family: Family
  /** The backing index of the alert's entry. */
  index: string
}

/** A stored document, with exact numbers. */
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

/** What links the events of one flow: the probe's own flow id, and a flow id that is the same on every probe. */
export interface FlowKeys {
  '@timestamp': string
  probeId: number
  /** As text, because it may exceed the safe integers. */
  flowId?: string
  communityId?: string
}

export type EventLookup = ReturnType<typeof createEventLookup>

const IDS_AT_ONCE = 500
const MOST_MATES = 100
/** Flow ids are reused; related events happen within a day. */
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

/** Finds the documents of alerts, and the events of the same flow. */
export function createEventLookup(client: Client, { prefix }: Pick<EngineConfig, 'prefix'>) {
  const path = `/${families.map((family) => aliasName(prefix, family)).join()}/_search`

  /** The document of an alert is in the generation of its entry. */
  async function fetch(
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

  return {
    /** Documents by uuid, whether searchable yet or not. A missing one was removed a moment ago. */
    async documents(references: readonly EventReference[], asking: Asking): Promise<Map<string, StoredDocument>> {
      const found = new Map<string, StoredDocument>()
      for (let at = 0; at < references.length; at += IDS_AT_ONCE) {
        await fetch(references.slice(at, at + IDS_AT_ONCE), found, asking)
      }
      return found
    },

    /** All events of the same flow, including the given one, from any probe and detector, oldest first. */
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
      const { hits } = await askEngine<MateAnswer>(client, { path, body }, asking)
      const mates = hits.hits.slice(0, MOST_MATES).map(({ _source: mate }) => mate)
      return { mates, isAll: hits.hits.length <= MOST_MATES }
    },
  }
}

interface FetchAnswer {
  docs: { _id: string; _source?: StoredDocument }[]
}

interface MateAnswer {
  hits: { hits: { _source: FlowMate }[] }
}
