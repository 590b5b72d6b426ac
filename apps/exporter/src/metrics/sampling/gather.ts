import type { ProcessPage } from './figures.ts'
import { readPrometheus } from './read-prometheus.ts'

export interface GatherPorts {
  /** URLs of supervisors, for example http://127.0.0.1:8445; the first is our own. */
  supervisors: readonly string[]
  isWanted(name: string): boolean
  fetch?(url: string): Promise<string>
}

const WITHIN_MS = 1_500

/**
 * Reads the metrics pages of all processes behind the supervisors, in parallel. A process that does not answer is left
 * out.
 */
export function createGather({ supervisors, isWanted, fetch = fetchText }: GatherPorts) {
  async function pagesOf(supervisor: string, prefix: string): Promise<ProcessPage[]> {
    const children = JSON.parse(await fetch(`${supervisor}/children`)) as { name: string }[]
    const asked = [
      { process: 'appliance', path: '/metrics' },
      ...children.map(({ name }) => ({ process: name, path: `/metrics/${encodeURIComponent(name)}` })),
    ]
    const pages = await Promise.allSettled(
      asked.map(async ({ process, path }) => ({
        process: `${prefix}${process}`,
        series: readPrometheus(await fetch(`${supervisor}${path}`), isWanted),
      })),
    )
    return pages.flatMap((page) => (page.status === 'fulfilled' ? [page.value] : []))
  }

  return async (): Promise<ProcessPage[]> => {
    const found = await Promise.allSettled(
      supervisors.map((each, index) => pagesOf(each, index === 0 ? '' : `${new URL(each).host}/`)),
    )
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  }
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) })
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  return response.text()
}
