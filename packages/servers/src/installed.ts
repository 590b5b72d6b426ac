import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const OPENSEARCH = 'opensearch-3.7.0'
const KAFKA = 'kafka-4.3.1'
const SHARED_CACHE = '/var/cache/watchpost'
const POSTGRES_ROOT = '/usr/lib/postgresql'

/** The servers that `scripts/bootstrap` installed on this machine. */
export interface Installed {
  cache: string
  javaHome: string
  javaMajor: number
  /** The runtime has every module of a JDK; the one from PyPI does not. */
  isWholeJdk: boolean
  postgresBin: string
  kafkaLibs: string
  openSearchHome: string
}

/** Finds the servers; reports everything that is missing at once. */
export function findInstalled(options: { cache?: string; javaHome?: string } = {}): Installed {
  const cache = options.cache || (existsSync(SHARED_CACHE) ? SHARED_CACHE : join(homedir(), '.cache/watchpost'))
  const javaHome = options.javaHome || resolved(join(cache, 'jdk'))
  const release = releaseOf(javaHome)
  const isWholeJdk = release.includes('jdk.incubator.vector')
  const installed: Installed = {
    cache,
    javaHome,
    javaMajor: Number(/^JAVA_VERSION="(\d+)/m.exec(release)?.[1] ?? 0),
    isWholeJdk,
    postgresBin: newestPostgresBin(),
    kafkaLibs: join(cache, KAFKA, 'libs'),
    openSearchHome: join(cache, isWholeJdk ? OPENSEARCH : `${OPENSEARCH}-small-jdk`),
  }
  const missing = [
    join(javaHome, 'bin/java'),
    join(installed.postgresBin, 'initdb'),
    installed.kafkaLibs,
    join(installed.openSearchHome, 'lib'),
  ].filter((path) => !existsSync(path))
  if (missing.length > 0) throw new Error(`not installed: ${missing.join(', ')}; run scripts/bootstrap`)
  return installed
}

function resolved(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** The release file of a Java home, with its version and modules. */
function releaseOf(javaHome: string): string {
  try {
    return readFileSync(join(javaHome, 'release'), 'utf8')
  } catch {
    return ''
  }
}

function newestPostgresBin(): string {
  const versions = existsSync(POSTGRES_ROOT) ? readdirSync(POSTGRES_ROOT).map(Number).filter(Number.isFinite) : []
  return join(POSTGRES_ROOT, String(Math.max(0, ...versions)), 'bin')
}
