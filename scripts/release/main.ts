import { copyFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildRelease, SBOM } from './build-release.ts'
import { readSource } from './contents/source.ts'
import { digestFiles, digestTree } from './contents/tree-digest.ts'
import { buildPackages, serverFolders } from './packages/build-packages.ts'
import { serverSbom } from './sbom/server-sbom.ts'
import { CHECKSUMS, writeChecksums, wrongFiles } from './signing/checksums.ts'
import { signChecksums, verifySignature } from './signing/minisign.ts'

const usage = `pnpm build:release                       build the tree of a release, DIR/watchpost, and its SBOM
pnpm build:packages                      the same, and the Debian packages, DIR/*.deb
node scripts/release/main.ts <command>
  digest                                 the SHA-256 of every file of DIR/watchpost, and one of the whole tree
  packages                               the Debian packages of the tree that is in DIR, and the SBOM of the servers
  sbom-servers                           the SBOM of Java, Kafka and OpenSearch, DIR/servers.cdx.json
  checksums                              the SHA-256 of every file in DIR, in DIR/${CHECKSUMS}
  sign --key FILE                        sign the checksums with a secret key of minisign
  verify --public-key FILE               check the signature and the checksums

  --out DIR                              (dist/release)
  --java, --kafka, --opensearch FOLDER   for sbom-servers (those that \`scripts/bootstrap packages\` fetched)`

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

async function makePackages(): Promise<void> {
  await buildPackages(readSource(root), { out, say: console.log })
}

function describeServers(): void {
  const fetched = serverFolders(root)
  const { java = fetched.java, kafka = fetched.kafka, opensearch = fetched.opensearch } = values
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
  packages: makePackages,
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
