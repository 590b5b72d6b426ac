import type { GatewayApp, Routes } from './routes.ts'

/** Routes that read JSON. Every other route refuses it as a type that it does not take (415). */
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
