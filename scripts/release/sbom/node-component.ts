import { type Component, fileComponent } from './cyclonedx.ts'
import type { FileDigest } from '../contents/tree-digest.ts'

/** Entries of `process.versions` that are numbers of interfaces or the version of Node itself. */
const notLibraries = new Set(['node', 'modules', 'napi', 'unicode', 'tz', 'cldr'])

/** Node with the libraries inside it: a scanner for vulnerabilities looks for OpenSSL, not for Node alone. */
export function nodeComponent(binary: FileDigest): Component {
  const purl = `pkg:generic/node@${process.versions.node}`
  const libraries = Object.keys(process.versions)
    .filter((name) => !notLibraries.has(name))
    .toSorted()
    .map((name): Component => {
      const version = process.versions[name] ?? ''
      const inside = `pkg:generic/${name}@${encodeURIComponent(version)}`
      return { type: 'library', 'bom-ref': `${purl}#${name}`, name, version, purl: inside }
    })
  return {
    type: 'platform',
    'bom-ref': purl,
    name: 'node',
    version: process.versions.node,
    purl,
    licenses: [{ license: { id: 'MIT' } }],
    externalReferences: [{ type: 'website', url: 'https://nodejs.org/' }],
    components: [fileComponent(binary), ...libraries],
  }
}
