import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A package from npm of which something is shipped. */
export interface NpmPackage {
  name: string
  version: string
  folder: string
}

export interface PackageFinder {
  /** The package of a module; undefined for a module of the bundler or of Watchpost itself. */
  one(module: string): NpmPackage | undefined
  /** The packages of these modules, each once, sorted by name. */
  all(modules: readonly string[]): NpmPackage[]
}

/** Finds packages by the nearest package.json with a name and a version. */
export function createPackageFinder(): PackageFinder {
  const known = new Map<string, NpmPackage | undefined>()

  function inFolder(folder: string): NpmPackage | undefined {
    if (!known.has(folder)) known.set(folder, read(folder) ?? (folder === dirname(folder) ? undefined : above(folder)))
    return known.get(folder)
  }
  const above = (folder: string) => inFolder(dirname(folder))

  function one(module: string): NpmPackage | undefined {
    const [path = ''] = module.split('?')
    // A name with NUL is an internal module of the bundler.
    if (path.startsWith('\0') || !path.includes('/node_modules/')) return undefined
    const found = inFolder(dirname(path))
    if (!found) throw new Error(`no package.json says which package ${path} is part of`)
    return found
  }

  return { one, all: (modules) => sorted(modules.flatMap((each) => one(each) ?? [])) }
}

/** Each package once, by name and version. */
export function sorted(packages: readonly NpmPackage[]): NpmPackage[] {
  const byId = new Map(packages.map((each) => [`${each.name}@${each.version}`, each]))
  return [...byId.keys()].toSorted().map((id) => byId.get(id) as NpmPackage)
}

export function readPackage(folder: string): NpmPackage {
  const found = read(folder)
  if (!found) throw new Error(`${folder} is not the folder of a package`)
  return found
}

function read(folder: string): NpmPackage | undefined {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return undefined
  const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as Partial<NpmPackage>
  return name && version ? { name, version, folder } : undefined
}
