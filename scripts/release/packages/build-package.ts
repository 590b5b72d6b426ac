import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestFiles, settleModesAndTimes } from '../contents/tree-digest.ts'
import { type Build, controlFile } from './control.ts'
import { type ControlMember, maintainerScripts } from './maintainer-scripts.ts'
import type { Package } from './package-list.ts'

export interface PackageSource extends Build {
  root: string
  /** The time of all files. */
  at: Date
}

/**
 * Makes a package of a folder that has the layout of the root of a machine. The same files give the same package, byte
 * for byte. Returns its path.
 */
export function buildPackage(each: Package, tree: string, out: string, source: PackageSource): string {
  const files = digestFiles(tree).map(({ path }) => path)
  const kibibytes = files.reduce((sum, path) => sum + Math.ceil(statSync(join(tree, path)).size / 1024), 0)
  const members: ControlMember[] = [
    { name: 'control', text: controlFile(each, source, kibibytes), isExecutable: false },
    { name: 'md5sums', text: md5sums(tree, files), isExecutable: false },
    ...conffiles(files),
    ...maintainerScripts(source.root, each),
  ]
  mkdirSync(join(tree, 'DEBIAN'))
  for (const { name, text, isExecutable } of members) {
    writeFileSync(join(tree, 'DEBIAN', name), text)
    if (isExecutable) chmodSync(join(tree, 'DEBIAN', name), 0o755)
  }
  settleModesAndTimes(tree, source.at)
  chmodSync(tree, 0o755)

  const file = join(out, `${each.name}_${source.version}_${source.architecture}.deb`)
  // One thread: the result of several depends on their number.
  const options = ['--root-owner-group', '-Zzstd', '--threads-max=1', '--build', tree, file]
  execFileSync('dpkg-deb', options, {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(source.at.getTime() / 1_000), LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return file
}

/** With these `dpkg --verify` finds changed files. They protect from accidents, not from attacks. */
function md5sums(tree: string, files: readonly string[]): string {
  const md5 = (path: string) =>
    createHash('md5')
      .update(readFileSync(join(tree, path)))
      .digest('hex')
  return files
    .filter((path) => !path.startsWith('etc/'))
    .map((path) => `${md5(path)}  ${path}\n`)
    .join('')
}

/** Settings that an operator may change: dpkg asks before it replaces them. */
function conffiles(files: readonly string[]): ControlMember[] {
  const settings = files.filter((path) => path.startsWith('etc/'))
  if (settings.length === 0) return []
  return [{ name: 'conffiles', text: settings.map((path) => `/${path}\n`).join(''), isExecutable: false }]
}
