import { hash } from 'node:crypto'
import { engineUrl, type ProofStack } from '../proof-stack.ts'

const PAGE = 5_000

/**
 * The digest of every stored document, by id. Asked of the engine itself and cut out of its answer as text: a number
 * that JavaScript cannot hold must not make two documents look alike.
 */
export async function storedDigests({ stack }: ProofStack, _oracles: readonly string[]): Promise<Map<string, string>> {
  const engine = engineUrl(stack)
  const digests = new Map<string, string>()
  await fetch(`${engine}/network_events-*,malware-*,code_analysis-*/_refresh`, { method: 'POST' })
  let scroll: string | undefined
  for (;;) {
    const response: Response = scroll
      ? await ask(`${engine}/_search/scroll`, { scroll: '2m', scroll_id: scroll })
      : await ask(`${engine}/network_events-*,malware-*,code_analysis-*/_search?scroll=2m`, {
          size: PAGE,
          sort: ['_doc'],
        })
    const text = await response.text()
    const rows = documentsIn(text)
    if (rows.length === 0) return digests
    for (const [id, source] of rows) digests.set(id, hash('sha256', source, 'hex'))
    scroll = /"_scroll_id":"([^"]+)"/.exec(text)?.[1]
  }
}

function ask(url: string, body: unknown): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
}

/** Cuts each `_source` out of an answer, byte for byte. */
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
