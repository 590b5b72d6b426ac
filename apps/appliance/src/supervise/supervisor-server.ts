import { createServer } from 'node:http'
import { isForeignHost, type Metrics, type Part } from '@watchpost/runtime'
import { askChild, problemOf } from './child-readiness.ts'
import { currentName } from './services.ts'
import { scrapeTargets } from './scrape-targets.ts'
import type { ChildState, Supervision } from './supervision.ts'

const JSON_TYPE = 'application/json'
const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

interface Answer {
  status: number
  type: string
  body: string
}

/**
 * One server for all services: health, readiness and metrics of the supervisor, the metrics of each service, and the
 * findings of the doctor.
 */
export function supervisorServer(
  { host, port }: { host: string; port: number },
  supervisor: Pick<Supervision, 'children'>,
  metrics: Metrics,
  findAll: () => Promise<unknown>,
): Part {
  const refused = metrics.counter(
    'internal_requests_refused_total',
    'Requests to the internal port that named another host than loopback.',
  )
  const server = createServer((request, response) => {
    answer(request.url ?? '/', request.headers.host ?? '')
      .catch((error: unknown) => json(503, { status: 'failed', reason: String(error) }))
      .then(({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body))
      .catch(() => response.destroy())
  })

  async function answer(url: string, asked: string): Promise<Answer> {
    if (asked !== '' && isForeignHost(host, asked)) {
      refused.add(1)
      return json(421, { status: 'refused', reason: 'Host is not loopback' })
    }
    const name = url.startsWith('/metrics/') ? currentName(url.slice('/metrics/'.length)) : undefined
    if (name !== undefined) return metricsOf(supervisor.children().find((child) => child.name === name))
    switch (url) {
      case '/healthz':
        return json(200, { role: 'appliance', status: 'alive' })
      case '/readyz':
        return readiness(supervisor.children())
      case '/children':
        // `role` as in `/readyz` and in the labels of `/targets`.
        return json(
          200,
          supervisor.children().map(({ service, ...state }) => ({ ...state, role: service })),
        )
      case '/targets':
        return json(200, scrapeTargets(supervisor.children(), asked || `${host}:${port}`))
      case '/findings':
        return json(200, await findAll())
      case '/metrics':
        return { status: 200, type: METRICS_TYPE, body: await metrics.text() }
      default:
        return json(404, { status: 'no such page' })
    }
  }

  return {
    name: 'internal port',
    start: () =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => resolve())
      }),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Ready when every service is; otherwise lists those that are not, with the reasons. */
async function readiness(children: readonly ChildState[]): Promise<Answer> {
  const answers = await Promise.all(children.map(async (child) => [child.name, await problemOf(child)] as const))
  const reasons = answers.flatMap(([name, problem]) => (problem === undefined ? [] : [`${name}: ${problem}`]))
  const roles = Object.fromEntries(answers.map(([name, problem]) => [name, problem ?? 'ready']))
  return reasons.length === 0
    ? json(200, { role: 'appliance', status: 'ready', roles })
    : json(503, { role: 'appliance', status: 'not ready', reason: reasons.join('; '), roles })
}

async function metricsOf(child: ChildState | undefined): Promise<Answer> {
  if (!child) return json(404, { status: 'no such service' })
  try {
    const response = await askChild(child, '/metrics')
    return { status: response.status, type: METRICS_TYPE, body: await response.text() }
  } catch {
    return json(503, { status: 'not ready', reason: `${child.name} does not answer` })
  }
}

function json(status: number, value: unknown): Answer {
  return { status, type: JSON_TYPE, body: JSON.stringify(value) }
}
