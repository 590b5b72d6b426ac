import { readFileSync } from 'node:fs'

interface Entry {
  type: string
  name: string
  purl?: string
  hashes?: { alg: string; content: string }[]
  licenses?: unknown[]
  externalReferences?: { hashes?: unknown[] }[]
  components?: Entry[]
}

export interface SbomPackage {
  purl: string
  hasLicence: boolean
  hasDigest: boolean
}

/** The files and packages that an SBOM in CycloneDX names, at any depth. */
export function readSbom(path: string): { fileDigests: Map<string, string>; packages: SbomPackage[] } {
  const { metadata, components } = JSON.parse(readFileSync(path, 'utf8')) as {
    metadata: { component: Entry }
    components: Entry[]
  }
  const all = [metadata.component, ...components].flatMap(withInner)
  const fileDigests = new Map<string, string>()
  for (const { type, name, hashes } of all)
    if (type === 'file') fileDigests.set(name, hashes?.find(({ alg }) => alg === 'SHA-256')?.content ?? '')
  const packages = all.flatMap(({ purl, licenses, externalReferences }) =>
    purl
      ? {
          purl,
          hasLicence: (licenses?.length ?? 0) > 0,
          hasDigest: externalReferences?.some(({ hashes }) => (hashes?.length ?? 0) > 0) ?? false,
        }
      : [],
  )
  return { fileDigests, packages }
}

function withInner(entry: Entry): Entry[] {
  return [entry, ...(entry.components ?? []).flatMap(withInner)]
}
