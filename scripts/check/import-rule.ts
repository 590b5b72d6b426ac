import { basename, dirname, join, normalize } from 'node:path/posix'
import { allowed, apps, typesOnly } from './import-table.ts'

const SCOPE = '@watchpost/'
/** Plain lists that the web app may import as values. */
const NAMES = 'packages/contract/src/names/'

export interface SourceFile {
  /** Relative to the repository root, for example apps/api/src/main.ts. */
  path: string
  text: string
}

export interface Manifest {
  path: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** All violations of the import rule, as messages. `scripts/` is exempt and may import everything. */
export function importBreaches(files: readonly SourceFile[], manifests: readonly Manifest[]): string[] {
  return [...files.flatMap(breachesOfFile), ...manifests.flatMap(breachesOfManifest)]
}

function breachesOfFile({ path, text }: SourceFile): string[] {
  const home = homeOf(path)
  if (!home) return []
  const door = path.endsWith('/index.ts') && path !== `${home.folder}/src/index.ts`
  return [
    ...(door ? [`${path}: index.ts is a package's public door and nothing else`] : []),
    ...(home.name in allowed ? [] : [`${path}: ${home.name} has no row in the table of who may import whom`]),
    ...(home.name in typesOnly ? valuesFrom(typesOnly[home.name] ?? '', path, text) : []),
    ...(path.startsWith(NAMES) && !isTest(path) ? importsBeyondNames(path, text) : []),
    ...importsIn(text).flatMap((specifier) => breachOfImport(path, home, specifier) ?? []),
  ]
}

function breachOfImport(path: string, home: Home, specifier: string): string | undefined {
  if (specifier.startsWith('.')) {
    const target = normalize(join(dirname(path), specifier))
    if (!target.startsWith(`${home.folder}/`)) return `${path}: ${specifier} leaves its package`
    return undefined
  }
  if (!specifier.startsWith(SCOPE)) return undefined
  const name = nameIn(specifier)
  if (name === home.name || mayImport(home.name, name, isTest(path))) return undefined
  return apps.includes(name)
    ? `${path}: imports ${specifier}, and nothing imports an app`
    : `${path}: ${home.name} may not import ${specifier}`
}

function breachesOfManifest({ path, dependencies = {}, devDependencies = {} }: Manifest): string[] {
  const home = homeOf(path)
  if (!home) return []
  const wrong = (names: string[], isForTests: boolean) =>
    names
      .filter((each) => each.startsWith(SCOPE) && !mayImport(home.name, nameIn(each), isForTests))
      .map((each) => `${path}: ${home.name} may not depend on ${each}`)
  return [...wrong(Object.keys(dependencies), false), ...wrong(Object.keys(devDependencies), true)]
}

/**
 * Tests may also use the testkit, which may import everything, and certificates and the API client to stand in for
 * another service.
 */
function mayImport(from: string, to: string, isForTests: boolean): boolean {
  return allowed[from]?.includes(to) === true || (isForTests && ['testkit', 'pki', 'sdk'].includes(to))
}

interface Home {
  name: string
  folder: string
}

export function homeOf(path: string): Home | undefined {
  const [group, name] = path.split('/')
  return (group === 'apps' || group === 'packages') && name ? { name, folder: `${group}/${name}` } : undefined
}

function nameIn(specifier: string): string {
  return specifier.slice(SCOPE.length).split('/')[0] ?? ''
}

/** Includes test helpers: files named test-* or in a folder for tests. */
function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || basename(path).startsWith('test-') || path.split('/')[2] === 'test'
}

function valuesFrom(name: string, path: string, text: string): string[] {
  const value = new RegExp(`^(?:import|export)\\s(?!type\\s)[^'";]*?from\\s*['"]${SCOPE}${name}['"]`, 'm')
  return value.test(text) ? [`${path}: imports values of ${SCOPE}${name}, of which it may take types only`] : []
}

/** A schema library imported there would end up in every browser. */
function importsBeyondNames(path: string, text: string): string[] {
  const beyond = importsIn(text).filter((specifier) => !specifier.startsWith('./'))
  return beyond.map((specifier) => `${path}: imports ${specifier}, and names import nothing but names`)
}

/** The imports of a file, static and dynamic. The formatter puts every statement at the start of a line. */
export function importsIn(text: string): string[] {
  const statements = text.matchAll(/^(?:import|export)\s(?:[^'";]*?\sfrom\s*)?['"]([^'"]+)['"]/gm)
  const calls = text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)
  return [...statements, ...calls].map((match) => match[1] ?? '')
}
