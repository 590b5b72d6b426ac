import type { GatewayApp, Routes } from './routes.ts'

/** Adds routes that accept JSON. All other routes refuse JSON with 415. */
export function withJsonBodies(add: Routes): Routes {
  return (app) => {
    void app.register(async (scope: GatewayApp) => {
      scope.addContentTypeParser(
        'application/json',
        { parseAs: 'string' },
        scope.getDefaultJsonParser('error', 'error'),
      )
      add(scope)
    })
  }
}
