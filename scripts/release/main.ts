import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildRelease, SBOM } from './build-release.ts'
import { readSource } from './contents/source.ts'
import { digestFiles, digestTree } from './contents/tree-digest.ts'
import { serverSbom } from './sbom/server-sbom.ts'
import { CHECKSUMS, writeChecksums, wrongFiles } from './signing/checksums.ts'
import { signChecksums, verifySignature } from './signing/minisign.ts'

const usage = `pnpm build:release                       build the tree of a release, DIR/watchpost, and its SBOM
node scripts/release/main.ts <command>
  digest                                 the SHA-256 of every file of DIR/watchpost, and one of the whole tree
  sbom-servers                           the SBOM of Java, Kafka and OpenSearch, DIR/servers.cdx.json
  checksums                              the SHA-256 of every file in DIR, in DIR/${CHECKSUMS}
  sign --key FILE                        sign the checksums with a secret key of minisign
  verify --public-key FILE               check the signature and the checksums

  --out DIR                              (dist/release)
  --java, --kafka, --opensearch FOLDER   for sbom-servers (those that scripts/bootstrap fetched)`

const root = join(import.meta.dirname, '../..')
const text = { type: 'string' } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: text, key: text, 'public-key': text, java: text, kafka: text, opensearch: text },
})
const out = resolve(values.out ?? join(root, 'dist/release'))
const tree = join(out, 'watchpost')

async function build(): Promise<void> {
  const files = await buildRelease(root, tree, console.log)
  // Also next to the packages: it is published, and read before an installation.
  copyFileSync(join(tree, SBOM), join(out, `watchpost.${SBOM}`))
  console.log(`${files.length} files in ${tree}, SHA-256 ${digestTree(files)}`)
}

function digest(): void {
  const files = digestFiles(tree)
  for (const { sha256, path } of files) console.log(`${sha256}  ${path}`)
  console.log(`${digestTree(files)}  (the whole tree)`)
}

function describeServers(): void {
  const fetched = (name: string) => join(process.env.WATCHPOST_CACHE ?? '/var/cache/watchpost', name)
  const bootstrap = readFileSync(join(root, 'scripts/bootstrap'), 'utf8')
  const versionOf = (name: string) => new RegExp(`^${name}_VERSION=(.*)$`, 'm').exec(bootstrap)?.[1] ?? ''
  const {
    java = fetched('jdk'),
    kafka = fetched(`kafka-${versionOf('KAFKA')}`),
    opensearch = fetched(`opensearch-${versionOf('OPENSEARCH')}`),
  } = values
  const file = join(out, 'servers.cdx.json')
  writeFileSync(file, serverSbom(readSource(root), { java, kafka, opensearch }))
  console.log(file)
}

function checksums(): void {
  for (const name of writeChecksums(out)) console.log(name)
}

function sign(): void {
  const { version, commit } = readSource(root)
  signChecksums(out, required('key'), `watchpost ${version} commit ${commit}`)
}

function verify(): void {
  verifySignature(out, required('public-key'))
  const wrong = wrongFiles(out)
  if (wrong.length > 0) throw new Error(`these files are missing or differ: ${wrong.join(', ')}`)
}

function required(name: 'key' | 'public-key'): string {
  const value = values[name]
  if (value === undefined) throw new Error(`--${name} is missing`)
  return resolve(value)
}

const commands: Record<string, () => void | Promise<void>> = {
  build,
  digest,
  'sbom-servers': describeServers,
  checksums,
  sign,
  verify,
}
const command = commands[positionals.join(' ')]
try {
  if (command) await command()
  else console.error(usage)
  if (!command) process.exitCode = 2
} catch (error) {
  console.error(error instanceof Error ? `release: ${error.message}` : error)
  process.exitCode = 1
}
