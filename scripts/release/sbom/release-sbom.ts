import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type NpmPackage, sorted } from '../bundle/packages-of-modules.ts'
import type { Source } from '../contents/source.ts'
import type { FileDigest } from '../contents/tree-digest.ts'
import { type Component, type Dependency, fileComponent, fileRef, writeCycloneDx } from './cyclonedx.ts'
import { nodeComponent } from './node-component.ts'
import { createNpmComponents, purlOf } from './npm-components.ts'

/** What the build knows about the packages from npm in a release. */
export interface ShippedPackages {
  /** The packages inside each bundle of the services, by the file's path in `services`. */
  services: ReadonlyMap<string, NpmPackage[]>
  web: readonly NpmPackage[]
  swaggerUi: NpmPackage
  /** Packages that are shipped as folders, by these folders. */
  folders: ReadonlyMap<string, NpmPackage>
}

const NODE = 'node/bin/node'

/** Every package from npm in a release, each once. */
export function allPackages({ services, web, swaggerUi, folders }: ShippedPackages): NpmPackage[] {
  return sorted([...[...services.values()].flat(), ...web, swaggerUi, ...folders.values()])
}

/** The SBOM of a release. Each file is part of one component; bundles say which packages they contain. */
export function releaseSbom(source: Source, files: readonly FileDigest[], shipped: ShippedPackages): string {
  const about = own('watchpost', source.version)
  const [services, web] = [own('watchpost-services', source.version), own('watchpost-web', source.version)]
  const swaggerUi = swaggerUiDist(shipped.swaggerUi)
  const describe = createNpmComponents(source.root)
  const libraries = allPackages(shipped).map((each) => describe(each))
  const node = nodeComponent(files.find(({ path }) => path === NODE) ?? fail(`${NODE} is missing`))

  const folders: [string, Component][] = [
    ...[...shipped.folders].map(([folder, each]): [string, Component] => [
      `${folder}/`,
      libraries.find(({ purl }) => purl === purlOf(each)) ?? fail(`${each.name} has no component`),
    ]),
    ['services/', services],
    ['web/', web],
    ['swagger-ui/', swaggerUi],
    ['', about],
  ]
  for (const file of files) {
    if (file.path === NODE) continue
    const [, owner = about] = folders.find(([folder]) => file.path.startsWith(folder)) ?? []
    owner.components = [...(owner.components ?? []), fileComponent(file)]
  }
  return writeCycloneDx({
    about,
    at: source.committedAt,
    components: [services, web, swaggerUi, node, ...libraries],
    dependencies: dependenciesOf(about, services, web, swaggerUi, node, shipped),
  })
}

function dependenciesOf(
  about: Component,
  services: Component,
  web: Component,
  swaggerUi: Component,
  node: Component,
  shipped: ShippedPackages,
): Dependency[] {
  const native = [...shipped.folders.values()].map(purlOf)
  const bundles = [...shipped.services.keys()].toSorted().map((file) => ({
    ref: fileRef(`services/${file}`),
    dependsOn: (shipped.services.get(file) ?? []).map(purlOf),
  }))
  return [
    { ref: about['bom-ref'], dependsOn: [services, web, node].map((each) => each['bom-ref']) },
    {
      ref: services['bom-ref'],
      dependsOn: [...sorted([...shipped.services.values()].flat()).map(purlOf), ...native, swaggerUi['bom-ref']],
    },
    { ref: web['bom-ref'], dependsOn: sorted(shipped.web).map(purlOf) },
    ...bundles,
  ]
}

/** Swagger UI is copied into the package of the plugin that serves it. */
function swaggerUiDist({ folder }: NpmPackage): Component {
  const { devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const name = 'swagger-ui-dist'
  const version = devDependencies[name] ?? fail(`${folder} does not say which ${name} it contains`)
  const purl = purlOf({ name, version, folder })
  return { type: 'library', 'bom-ref': purl, name, version, purl, licenses: [{ license: { id: 'Apache-2.0' } }] }
}

function own(name: string, version: string): Component {
  const purl = `pkg:generic/${name}@${version}`
  return { type: 'application', 'bom-ref': purl, name, version, purl, licenses: [{ license: { id: 'Apache-2.0' } }] }
}

function fail(message: string): never {
  throw new Error(message)
}
