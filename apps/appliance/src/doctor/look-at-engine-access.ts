import type { Finding } from './finding.ts'

const OPEN_PORT = 'http://127.0.0.1:9200/'
const WITHIN_MS = 2_000

/**
 * An engine behind a Unix socket must not listen on a port of this machine as well: every local user could read and
 * delete all events there.
 */
export async function lookAtEngineAccess(nodes: readonly string[], url = OPEN_PORT): Promise<Finding[]> {
  if (!nodes.some((node) => node.startsWith('http+unix:'))) return []
  if (!(await isEngine(url))) return []
  return [
    {
      part: 'OpenSearch',
      level: 'bad',
      says: `every local user can read and delete events at ${url}`,
      todo: 'Run the engine in a private network namespace. See docs/adr/0034-local-access-to-the-engine.md.',
    },
  ]
}

async function isEngine(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) })
    return (await answer.text()).includes('lucene_version')
  } catch {
    return false
  }
}
