import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../harness/report.ts'
import { type Built, buildInCopy } from './build-in-copy.ts'
import { type FileFacts, listFiles } from './list-files.ts'
import { readSbom } from './read-sbom.ts'

const SBOM = 'sbom.cdx.json'

/** Two builds in two folders are the same; every file is in the SBOM, and every package has a licence. */
export function proveBuild(report: Report, folder: string, first: Built): void {
  report.figure('build_seconds', first.seconds)
  report.step('building it again, in another folder, with another umask and time zone')
  const second = buildInCopy(join(folder, 'a-folder-with-another-name'), { umask: '077', timeZone: 'Asia/Kolkata' })

  const [files, others] = [listFiles(first.tree), listFiles(second.tree)]
  const differing = [...new Set([...files.keys(), ...others.keys()])].filter(
    (path) => JSON.stringify(files.get(path)) !== JSON.stringify(others.get(path)),
  )
  report.check(
    'two builds have the same files, contents, modes and times',
    differing.length === 0 && files.size > 100,
    differing.length > 0 ? `differing: ${differing.slice(0, 5).join(', ')}` : `${files.size} files`,
  )
  const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0)
  report.figure('release_mebibytes', bytes / 1024 ** 2)
  checkSbom(report, first, files)
  checkVersion(report, first)
}

function checkSbom(report: Report, { tree }: Built, files: ReadonlyMap<string, FileFacts>): void {
  const { fileDigests, packages } = readSbom(join(tree, SBOM))
  const missing = [...files].filter(([path, { sha256 }]) => path !== SBOM && fileDigests.get(path) !== sha256)
  const surplus = [...fileDigests.keys()].filter((path) => !files.has(path))
  report.check(
    'the SBOM lists every file with its digest, and no other file',
    missing.length === 0 && surplus.length === 0,
    `${fileDigests.size} files; ${missing.length} missing, ${surplus.length} too many`,
  )
  const licences = readFileSync(join(tree, 'LICENSES.txt'), 'utf8')
  const npm = packages.filter(({ purl }) => purl.startsWith('pkg:npm/') && !purl.includes('/swagger-ui-dist@'))
  const without = npm.filter(
    ({ purl, hasLicence, hasDigest }) => !hasLicence || !hasDigest || !licences.includes(`\n${titleOf(purl)} (`),
  )
  report.check(
    'each package from npm has a licence, its text and the digest of its archive',
    without.length === 0 && npm.length > 50,
    `${npm.length} packages; without: ${without.map(({ purl }) => purl).join(', ') || 'none'}`,
  )
  report.check(
    'the SBOM names Node and the libraries inside it',
    ['node', 'openssl', 'v8', 'zlib'].every((name) =>
      packages.some(({ purl }) => purl.startsWith(`pkg:generic/${name}@`)),
    ),
  )
}

/** `pkg:npm/%40scope/name@1.2.3` as the page of licences writes it. */
function titleOf(purl: string): string {
  const text = decodeURIComponent(purl.slice('pkg:npm/'.length))
  const at = text.lastIndexOf('@')
  return `${text.slice(0, at)} ${text.slice(at + 1)}`
}

function checkVersion(report: Report, { tree, version, commit }: Built): void {
  const text = execFileSync(join(tree, 'bin/watchpost'), ['--version'], { encoding: 'utf8', cwd: '/' }).trim()
  const isRight = text.startsWith(`watchpost ${version} `) && text.includes(commit)
  report.check('watchpost --version shows version and commit', isRight, text)
}
