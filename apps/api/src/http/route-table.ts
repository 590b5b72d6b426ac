import type { FastifyInstance } from 'fastify'
import type { Permission } from './caller/permission.ts'

export interface RouteEntry {
  method: string
  url: string
  permission: Permission
  /** Excluded from the API description: the pages of the documentation. */
  isHidden: boolean
}

export interface RouteTable {
  /** Every route, once the server is ready. */
  routes(): readonly RouteEntry[]
  /** The methods of a path; empty if there is no such route. */
  methodsAt(path: string): string[]
}

/** Records the routes as they are declared. A server with a route that declares no permission does not start. */
export function watchRoutes(app: FastifyInstance): RouteTable {
  const declared: {
    method: string
    url: string
    options: { config?: { permission?: Permission }; schema?: object }
  }[] = []
  let entries: RouteEntry[] = []

  app.addHook('onRoute', (options) => {
    for (const method of [options.method].flat()) declared.push({ method, url: options.url, options })
  })
  app.addHook('onReady', async () => {
    entries = declared.map(({ method, url, options }) => {
      const permission = options.config?.permission
      if (!permission) throw new Error(`the route ${method} ${url} declares no permission`)
      const isHidden = options.schema !== undefined && 'hide' in options.schema && options.schema.hide === true
      return { method, url, permission, isHidden }
    })
  })

  return {
    routes: () => entries,
    methodsAt: (path) => [...new Set(entries.filter(({ url }) => matches(url, path)).map(({ method }) => method))],
  }
}

function matches(pattern: string, path: string): boolean {
  if (pattern.endsWith('/*')) return path.startsWith(pattern.slice(0, -1))
  const parts = pattern.split('/')
  const given = path.split('/')
  return (
    parts.length === given.length &&
    parts.every((part, at) => part === given[at] || (part.startsWith(':') && given[at]))
  )
}
