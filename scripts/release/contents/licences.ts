import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { NpmPackage } from '../bundle/packages-of-modules.ts'

/** Licences that allow shipping in a product under Apache-2.0 with no more than their text and notices. */
const accepted = new Set([
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'MIT OR Apache-2.0',
  'MIT AND ISC',
])

const TEXTS = /^(licen[cs]e|copying|notice)([.-].*)?$/i
const SWAGGER_UI = '@fastify/swagger-ui'
const RULE = '='.repeat(100)

/** The page with the licence of Watchpost and of everything that a release contains. */
export function licencePage(root: string, packages: readonly NpmPackage[]): string {
  const sections = [
    section('Watchpost', 'Apache-2.0', readFileSync(join(root, 'LICENSE'), 'utf8')),
    ...packages.map((each) => sectionOf(root, each)),
    ...(packages.some(({ name }) => name === SWAGGER_UI)
      ? [section(`Swagger UI, as shipped by ${SWAGGER_UI}`, 'Apache-2.0', 'The text is that of Watchpost above.')]
      : []),
    section(`Node.js ${process.version}`, 'MIT and others', readNodeLicence()),
  ]
  return `Licences of Watchpost and of the software that it contains.\n\n${sections.join('\n')}`
}

function sectionOf(root: string, { name, version }: NpmPackage): string {
  const folder = installedFolder(root, name, version)
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { license?: string }
  if (!license || !accepted.has(license)) throw new Error(`${name} ${version} has the licence ${license}: not accepted`)
  const files = readdirSync(folder).filter((each) => TEXTS.test(each))
  const texts = files.toSorted().map((each) => readFileSync(join(folder, each), 'utf8').trim())
  const missing = `The package contains no text of its licence, ${license}.`
  return section(`${name} ${version}`, license, texts.join('\n\n') || missing)
}

function section(title: string, licence: string, text: string): string {
  return `${RULE}\n${title} (${licence})\n${RULE}\n\n${text.trim().replaceAll('\r\n', '\n')}\n`
}

/** pnpm adds the versions of peers to some folder names. */
function installedFolder(root: string, name: string, version: string): string {
  const id = `${name.replace('/', '+')}@${version}`
  const [found] = globSync(`node_modules/.pnpm/${id}{,_*}/node_modules/${name}`, { cwd: root }).toSorted()
  if (!found) throw new Error(`${id} is shipped, but is not installed`)
  return join(root, found)
}

/** npm's package of Node has the licences of everything inside Node. */
function readNodeLicence(): string {
  return readFileSync(join(dirname(dirname(process.execPath)), 'LICENSE'), 'utf8')
}
