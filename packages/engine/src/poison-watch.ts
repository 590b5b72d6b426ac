import type { Client } from '@opensearch-project/opensearch'
import type { BulkItem, PlacedDocument } from './bulk-request.ts'

/** Rounds in which the engine failed on a document and accepted another one of the same shard. */
const PROVEN_ROUNDS = 5
/** Minimum time before a document is given up, still well below a minute for its partition. */
const LEAST_MS = 20_000
/** A poison document is rare. If more fail at once, they are checked in turns, so that each request stays small. */
const JUDGED_AT_ONCE = 20
/** If more documents than this fail on a shard without a stored document, the shard is at fault. */
const FEW = 10

/**
 * Errors with status 500 that come from a node, a shard, a disk or the network: a retry may succeed. All other 5xx
 * statuses are temporary anyway.
 */
const PASSING_ERRORS =
  /transport|node|shard|primary|replica|master|cluster|discover|engine|closed|translog|recover|timeout|timed_out|i_?o_exception|file|disk|corrupt|access|security|memory|circuit|reject|interrupt|retry|cancel|unavailable|snapshot|state/

export type PoisonWatch = ReturnType<typeof createPoisonWatch>

interface Suspect {
  document: PlacedDocument
  attempts: number
  provenRounds: number
  firstFailedAt: number
  control: PlacedDocument | undefined
}

/** The controls of a round: documents to send with it, and shards that have none. */
export interface Controls {
  documents: PlacedDocument[]
  healthyIndexes: ReadonlySet<string>
}

interface ControlAnswer {
  responses: { hits?: { hits: { _index: string; _id: string; _source: unknown }[] } }[]
}

/**
 * Distinguishes documents on which the engine always fails from a failing engine. A round counts against a document
 * only if the engine accepts another document of the same shard in the same request. That control is a stored document,
 * sent again: its result is 409 and nothing is stored. A shard without a searchable document must at least be healthy.
 */
export function createPoisonWatch(client: Client, now: () => number) {
  const suspects = new Map<string, Suspect>()
  const nameOf = ({ index, id }: PlacedDocument) => `${index}/${id}`

  async function findControls(unproven: readonly Suspect[]): Promise<void> {
    const lines = unproven.flatMap(({ document: { index, id } }) => [
      // Routing by the suspect's id leads to its shard.
      JSON.stringify({ index, routing: id }),
      JSON.stringify({ size: 1, track_total_hits: false }),
    ])
    const { body } = await client.transport.request({
      method: 'POST',
      path: '/_msearch',
      bulkBody: `${lines.join('\n')}\n`,
    })
    unproven.forEach((suspect, turn) => {
      const hit = (body as ControlAnswer).responses[turn]?.hits?.hits[0]
      // With its own content: if it is missing on the primary, it is stored as it was.
      if (hit) suspect.control = { index: hit._index, id: hit._id, json: JSON.stringify(hit._source) }
    })
  }

  async function isHealthy(index: string): Promise<boolean> {
    const { body } = await client.cluster.health({ index, timeout: '1s' }, { ignore: [408] })
    return !body.timed_out && body.status !== 'red'
  }

  return {
    /** The controls to send with these documents, so that the round counts against those on which the engine failed. */
    async controlsFor(documents: readonly PlacedDocument[]): Promise<Controls> {
      if (suspects.size === 0) return { documents: [], healthyIndexes: new Set() }
      const failed = documents.flatMap((each) => suspects.get(nameOf(each)) ?? [])
      const judged = failed.slice(0, JUDGED_AT_ONCE)
      const healthyIndexes = new Set<string>()
      try {
        const unproven = judged.filter(({ control }) => !control)
        if (unproven.length > 0) await findControls(unproven)
        const without = judged.filter(({ control }) => !control)
        if (failed.length <= FEW) {
          for (const index of new Set(without.map(({ document }) => document.index)))
            if (await isHealthy(index)) healthyIndexes.add(index)
        }
      } catch {
        // An engine that does not answer proves nothing: the round counts against none of them.
      }
      const controls = new Map(judged.flatMap(({ control }) => (control ? [[nameOf(control), control]] : [])))
      return { documents: [...controls.values()], healthyIndexes }
    },

    /** Records that the engine failed on a document. Returns the reason once the document should be given up. */
    failed(
      document: PlacedDocument,
      { status, error }: BulkItem,
      controls: Controls,
      controlItems: readonly (BulkItem | undefined)[],
    ): string | undefined {
      if (status !== 500 || !error?.type || PASSING_ERRORS.test(error.type)) return undefined
      const suspect = suspects.get(nameOf(document)) ?? {
        document,
        attempts: 0,
        provenRounds: 0,
        firstFailedAt: now(),
        control: undefined,
      }
      suspects.set(nameOf(document), suspect)
      suspect.attempts++
      const { control } = suspect
      const turn = controls.documents.findIndex((each) => control && nameOf(each) === nameOf(control))
      const isProven = control ? isAccepted(controlItems[turn]) : controls.healthyIndexes.has(document.index)
      if (isProven) suspect.provenRounds++
      const seconds = Math.round((now() - suspect.firstFailedAt) / 1_000)
      if (suspect.provenRounds < PROVEN_ROUNDS || now() - suspect.firstFailedAt < LEAST_MS) return undefined
      const answer = [error.type, error.reason, error.caused_by?.reason].filter(Boolean).join(': ')
      return `status 500 in ${suspect.attempts} attempts over ${seconds} s, while the engine accepted other documents: ${answer}`
    },
  }
}

function isAccepted(item: BulkItem | undefined): boolean {
  return item !== undefined && (item.status === 409 || item.status < 300)
}
