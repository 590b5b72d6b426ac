import { hash } from 'node:crypto'
import { engineUrl, type ProofStack } from '../harness/stack/proof-stack.ts'

const PAGE = 2_500
const INDEXES = 'network_events,malware,code_analysis'

/**
 * The digest of every stored document of some events, by id. It is read from the engine itself and cut out of the
 * response as text, because numbers beyond JavaScript's precision could make different documents look equal.
 */
export async function storedDigests({ stack }: ProofStack, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  const engine = engineUrl(stack)
  const digests = new Map<string, string>()
  await fetch(`${engine}/${INDEXES}/_refresh`, { method: 'POST' })
  for (const [stream, last] of lastSequences(ids)) {
    for (let from = 0; from <= last; from += PAGE) {
      const within = { range: { 'ingest.sequence': { gte: from, lt: from + PAGE } } }
      const answer = await fetch(`${engine}/${INDEXES}/_search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          size: 2 * PAGE,
          query: { bool: { filter: [{ term: { 'ingest.stream': stream } }, within] } },
        }),
      })
      if (!answer.ok) throw new Error(`the engine answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
      for (const [id, source] of documentsIn(await answer.text())) digests.set(id, hash('sha256', source, 'hex'))
    }
  }
  return digests
}

/** The last sequence of each stream; an id is probe, stream and sequence. */
function lastSequences(ids: ReadonlySet<string>): Map<string, number> {
  const last = new Map<string, number>()
  for (const id of ids) {
    const [, stream = '', sequence] = id.split('-')
    last.set(stream, Math.max(Number(sequence), last.get(stream) ?? 0))
  }
  return last
}

/** Cuts each `_source` out of a response, byte for byte. */
function documentsIn(answer: string): [id: string, source: string][] {
  const rows: [string, string][] = []
  const hit = /"_id":"([^"]+)","_score":[^,]*,"_source":/g
  for (let found = hit.exec(answer); found; found = hit.exec(answer)) {
    const from = hit.lastIndex
    const to = endOfObject(answer, from)
    rows.push([found[1] ?? '', answer.slice(from, to)])
    hit.lastIndex = to
  }
  return rows
}

function endOfObject(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"') {
      at++
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    } else if (letter === '{') depth++
    else if (letter === '}' && --depth === 0) return at + 1
  }
  return text.length
}
