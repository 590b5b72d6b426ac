import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleServices } from './bundle/bundle-services.ts'
import { createPackageFinder } from './bundle/packages-of-modules.ts'
import { copyNativeModules, copyNode, copySwaggerUi, copyWeb, writeWrapper } from './contents/copy-files.ts'
import { licencePage } from './contents/licences.ts'
import { checkMachinePaths } from './contents/machine-paths.ts'
import { readSource } from './contents/source.ts'
import { digestFiles, type FileDigest, settleModesAndTimes } from './contents/tree-digest.ts'
import { allPackages, releaseSbom } from './sbom/release-sbom.ts'

/** The one file of a release that the SBOM does not list: it cannot contain its own digest. */
export const SBOM = 'sbom.cdx.json'

/** Builds the tree that is installed as /usr/lib/watchpost. Two builds of one commit are the same, byte for byte. */
export async function buildRelease(root: string, tree: string, say: (line: string) => void): Promise<FileDigest[]> {
  const source = readSource(root)
  say(`Watchpost ${source.version}, commit ${source.commit}`)
  rmSync(tree, { recursive: true, force: true })
  mkdirSync(tree, { recursive: true })

  const services = await bundleServices(root, join(tree, 'services'), createPackageFinder())
  say('services bundled')
  execFileSync(process.execPath, [join(root, 'scripts/build-web.ts')], { stdio: ['ignore', 'ignore', 'inherit'] })
  const web = copyWeb(root, tree)
  say('web interface built')
  const shipped = { services, web, swaggerUi: copySwaggerUi(root, tree), folders: copyNativeModules(root, tree) }
  copyNode(tree)
  writeWrapper(tree)
  writeFileSync(join(tree, 'VERSION'), json({ version: source.version, commit: source.commit }))
  // Node takes the type of a module from the nearest package.json.
  writeFileSync(join(tree, 'services/package.json'), json({ type: 'module' }))

  writeFileSync(join(tree, 'LICENSES.txt'), licencePage(root, allPackages(shipped)))
  writeFileSync(join(tree, SBOM), releaseSbom(source, digestFiles(tree), shipped))
  say('licences and SBOM written')

  settleModesAndTimes(tree, source.committedAt)
  const files = digestFiles(tree)
  checkMachinePaths(tree, files, root)
  return files
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
