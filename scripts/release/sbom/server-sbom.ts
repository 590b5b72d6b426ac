import { readFileSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Source } from '../contents/source.ts'
import { digestFiles } from '../contents/tree-digest.ts'
import { type Component, fileComponent, writeCycloneDx } from './cyclonedx.ts'
import { jarComponent } from './jar-component.ts'

export interface ServerFolders {
  java: string
  kafka: string
  opensearch: string
}

/** Files that appear while a server is prepared or runs, and are not part of what was fetched. */
export const NOT_SHIPPED = /(^|\/)(\.complete|\.files\.sha512|logs\/.*)$/

/** The SBOM of the servers that a package with everything inside brings along. Each file is part of a component. */
export function serverSbom(source: Source, { java, kafka, opensearch }: ServerFolders): string {
  const name = 'watchpost-servers'
  const purl = `pkg:generic/${name}@${source.version}`
  return writeCycloneDx({
    about: { type: 'application', 'bom-ref': purl, name, version: source.version, purl },
    at: source.committedAt,
    components: [
      javaComponent(java),
      server('kafka', kafka, 'org.apache.kafka'),
      server('opensearch', opensearch, 'org.opensearch'),
    ],
  })
}

/** A server in a folder whose name ends in its version. */
function server(name: string, folder: string, group: string): Component {
  const version = /-(\d+\.\d+\.\d+)/.exec(basename(folder))?.[1]
  if (!version) throw new Error(`the name of ${folder} does not end in a version`)
  const components = filesIn(folder, name).map(({ digest, path }) =>
    path.endsWith('.jar') ? jarComponent(path, digest, { group, version }) : fileComponent(digest),
  )
  const purl = `pkg:generic/${name}@${version}`
  const licenses = [{ license: { id: 'Apache-2.0' } }]
  return { type: 'application', 'bom-ref': purl, name, version, purl, licenses, components }
}

function javaComponent(folder: string): Component {
  const release = readFileSync(join(folder, 'release'), 'utf8')
  const version = /^JAVA_RUNTIME_VERSION="(.*)"$/m.exec(release)?.[1] ?? /^JAVA_VERSION="(.*)"$/m.exec(release)?.[1]
  if (!version) throw new Error(`${folder}/release does not say the version of Java`)
  const purl = `pkg:generic/openjdk@${encodeURIComponent(version)}`
  return {
    type: 'platform',
    'bom-ref': purl,
    name: 'openjdk',
    version,
    purl,
    licenses: [{ expression: 'GPL-2.0-only WITH Classpath-exception-2.0' }],
    components: filesIn(folder, 'java').map(({ digest }) => fileComponent(digest)),
  }
}

function filesIn(given: string, name: string) {
  const folder = realpathSync(given)
  return digestFiles(folder, { hasLinks: true })
    .filter(({ path }) => !NOT_SHIPPED.test(path))
    .map((digest) => ({ digest: { ...digest, path: `${name}/${digest.path}` }, path: join(folder, digest.path) }))
}
