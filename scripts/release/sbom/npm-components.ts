import { execFileSync } from 'node:child_process'
import type { NpmPackage } from '../bundle/packages-of-modules.ts'
import type { Component } from './cyclonedx.ts'

/** Describes packages from npm: licence, and the archive in the registry with the digest that the lockfile demands. */
export function createNpmComponents(root: string): (npmPackage: NpmPackage) => Component {
  const text = execFileSync('pnpm', ['sbom', '--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  })
  const { components } = JSON.parse(text) as { components: Component[] }
  const byPurl = new Map(components.map((each) => [each.purl, each]))

  return (npmPackage) => {
    const found = byPurl.get(purlOf(npmPackage))
    const archive = found?.externalReferences?.filter(({ type }) => type === 'distribution')
    if (!found || !archive?.some(({ hashes }) => hashes?.length))
      throw new Error(`pnpm sbom does not know ${npmPackage.name} ${npmPackage.version}, or not its digest`)
    const { group, name, version, purl, licenses } = found
    return {
      type: 'library',
      'bom-ref': purlOf(npmPackage),
      ...(group && { group }),
      name,
      ...(version && { version }),
      ...(purl && { purl }),
      ...(licenses && { licenses }),
      externalReferences: archive,
    }
  }
}

export function purlOf({ name, version }: NpmPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}
