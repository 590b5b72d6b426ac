import type { Package } from './package-list.ts'

export interface Build {
  version: string
  /** In Debian's notation. */
  architecture: string
}

/** The file `control` of a package. */
export function controlFile(each: Package, { version, architecture }: Build, installedKibibytes: number): string {
  const list = (names: readonly string[]) => names.join(', ').replaceAll('${version}', version)
  return [
    `Package: ${each.name}`,
    `Version: ${version}`,
    `Architecture: ${architecture}`,
    'Maintainer: Watchpost <security@watchpost.example>',
    `Installed-Size: ${installedKibibytes}`,
    `Depends: ${list(each.depends)}`,
    ...(each.recommends ? [`Recommends: ${list(each.recommends)}`] : []),
    'Section: net',
    'Priority: optional',
    `Description: ${each.summary}`,
    ...each.description.map((line) => ` ${line}`),
    '',
  ].join('\n')
}

/** Debian's name of the architecture of this machine. */
export function debianArchitecture(arch: string = process.arch): string {
  const name = { x64: 'amd64', arm64: 'arm64' }[arch]
  if (!name) throw new Error(`there are no packages for ${arch}`)
  return name
}
