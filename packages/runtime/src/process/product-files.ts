import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export interface ProductVersion {
  version: string
  /** The commit from which the release was built; a checkout does not say it. */
  commit?: string
}

export interface ProductFiles {
  /** The file that Node runs for a service. `appliance` is the supervisor and the `watchpost` command. */
  main(service: string): string
  /** The built web interface. */
  web: string
  /** The static files of the interactive API documentation. */
  swaggerUi: string
  version(): ProductVersion
}

/** The file at the top of a release, and the one at the top of a checkout. */
const RELEASE_MARK = 'VERSION'
const CHECKOUT_MARK = 'pnpm-workspace.yaml'

/**
 * The files that services look up at run time. A release holds bundles (`pnpm build:release`), a checkout its sources.
 * The folder of this module, or of the bundle that contains it, says which of the two is running.
 */
export function productFiles(from: string = import.meta.dirname): ProductFiles {
  for (let root = from; ; root = dirname(root)) {
    if (existsSync(join(root, RELEASE_MARK))) return filesOfRelease(root)
    if (existsSync(join(root, CHECKOUT_MARK))) return filesOfCheckout(root)
    if (root === dirname(root)) throw new Error(`${from} is part of neither a release nor a checkout of Watchpost`)
  }
}

function filesOfRelease(root: string): ProductFiles {
  return {
    main: (service) => join(root, 'services', `${service}.js`),
    web: join(root, 'web'),
    swaggerUi: join(root, 'swagger-ui'),
    version: () => JSON.parse(readFileSync(join(root, RELEASE_MARK), 'utf8')) as ProductVersion,
  }
}

function filesOfCheckout(root: string): ProductFiles {
  return {
    main: (service) => join(root, 'apps', service, 'src/main.ts'),
    web: join(root, 'apps/web/dist'),
    swaggerUi: join(root, 'apps/api/node_modules/@fastify/swagger-ui/static'),
    version: () => {
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as ProductVersion
      return { version }
    },
  }
}
