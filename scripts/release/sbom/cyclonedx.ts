import { createHash } from 'node:crypto'
import type { FileDigest } from '../contents/tree-digest.ts'

/** The parts of CycloneDX 1.6 that we write. */
export interface Component {
  type: 'application' | 'library' | 'platform' | 'file'
  'bom-ref': string
  group?: string
  name: string
  version?: string
  purl?: string
  hashes?: Hash[]
  licenses?: unknown[]
  externalReferences?: { type: string; url: string; hashes?: Hash[] }[]
  /** What the component contains. */
  components?: Component[]
}

export interface Hash {
  alg: 'SHA-256' | 'SHA-512'
  content: string
}

export interface Dependency {
  ref: string
  dependsOn: string[]
}

export interface Contents {
  about: Component
  at: Date
  components: Component[]
  dependencies?: Dependency[]
}

/** An SBOM as text. The same contents give the same text: time and serial number come from them. */
export function writeCycloneDx({ about, at, components, dependencies = [] }: Contents): string {
  const body = {
    metadata: { timestamp: at.toISOString(), lifecycles: [{ phase: 'build' }], component: about },
    components,
    dependencies,
  }
  const serial = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  return `${JSON.stringify(
    {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      serialNumber: `urn:uuid:${uuidOf(serial)}`,
      version: 1,
      ...body,
    },
    null,
    1,
  )}\n`
}

export function fileComponent({ path, sha256 }: Pick<FileDigest, 'path' | 'sha256'>): Component {
  return { type: 'file', 'bom-ref': fileRef(path), name: path, hashes: [{ alg: 'SHA-256', content: sha256 }] }
}

export function fileRef(path: string): string {
  return `file:${path}`
}

/** A UUID of version 8 (RFC 9562) from a digest. */
function uuidOf(hex: string): string {
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)]
  return parts.join('-')
}
