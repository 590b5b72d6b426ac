import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { brokerJavaOptions, loggingConfig, loggingProperties, nodeJavaOptions, nodeSettings } from '@watchpost/servers'
import { bundleProbe } from '../bundle/bundle-probe.ts'
import { copyNode } from '../contents/copy-files.ts'
import { licencePage } from '../contents/licences.ts'
import { NOT_SHIPPED, type ServerFolders } from '../sbom/server-sbom.ts'
import { copyrightOf } from './copyright.ts'
import type { Package, PackageName } from './package-list.ts'
import { readUnit } from './units.ts'

export interface Contents {
  root: string
  /** The built tree of the services. */
  release: string
  servers: ServerFolders
}

/** Where a package installs its files. */
const homeOf = (name: PackageName) => `usr/lib/${name}`

/** Puts the files of a package into an empty folder, in the layout of the root of a machine. */
export async function stagePackage(each: Package, tree: string, contents: Contents): Promise<void> {
  const { root } = contents
  mkdirSync(join(tree, homeOf(each.name)), { recursive: true })
  await stagers[each.name](tree, contents)

  const documents = join(tree, 'usr/share/doc', each.name)
  write(join(documents, 'copyright'), copyrightOf(each.name))
  if (!each.managed) return
  cpSync(join(root, 'docs/units.md'), join(documents, 'units.md'))
  const users = `${each.name}.conf`
  cpSync(join(root, 'deploy/sysusers', users), join(tree, 'usr/lib/sysusers.d', users), { recursive: true })
  for (const unit of [...each.managed.units, ...(each.managed.innerUnits ?? [])])
    write(join(tree, 'lib/systemd/system', unit), readUnit(root, unit))
}

const stagers: Record<PackageName, (tree: string, contents: Contents) => void | Promise<void>> = {
  watchpost(tree, { root, release }) {
    copyTree(release, join(tree, homeOf('watchpost')))
    copyCommand(root, tree, 'watchpost')
    // The alert rules name the runbooks by this path.
    for (const folder of ['deploy/prometheus', 'docs/runbooks'])
      cpSync(join(root, folder), join(tree, 'usr/share/doc/watchpost', basename(folder)), { recursive: true })
  },

  'watchpost-java'(tree, { servers }) {
    copyTree(servers.java, join(tree, homeOf('watchpost-java')))
  },

  'watchpost-log'(tree, { servers }) {
    const home = homeOf('watchpost-log')
    copyTree(servers.kafka, join(tree, home))
    write(join(tree, home, 'log4j2.yaml'), loggingConfig)
    const options = brokerJavaOptions(`/${home}/libs`, `/${home}/log4j2.yaml`)
    write(join(tree, home, 'java.options'), argumentFile(options))
  },

  'watchpost-engine'(tree, { servers }) {
    const home = homeOf('watchpost-engine')
    const state = '/var/lib/watchpost-engine'
    copyTree(servers.opensearch, join(tree, home))
    // The server expects this folder, even if it is empty.
    mkdirSync(join(tree, home, 'plugins'), { recursive: true })
    write(join(tree, home, 'log4j2.properties'), loggingProperties)
    const options = nodeJavaOptions(
      { javaHome: `/${homeOf('watchpost-java')}`, javaMajor: 25, isWholeJdk: false, openSearchHome: `/${home}` },
      { dataDir: state, confDir: `${state}/config`, tmpDir: `${state}/tmp` },
    )
    write(join(tree, home, 'java.options'), argumentFile(options))
    const node = { name: 'watchpost-engine', transportPort: 9300 }
    const settings = nodeSettings({ ...node, clusterName: 'watchpost', port: 9200, dataDir: state, nodes: [node] })
    write(join(tree, 'etc/watchpost/engine/opensearch.yml'), settings)
    write(join(tree, 'usr/lib/sysctl.d/watchpost-engine.conf'), '# Lucene maps its files.\nvm.max_map_count = 262144\n')
  },

  async 'watchpost-probe'(tree, { root }) {
    const home = join(tree, homeOf('watchpost-probe'))
    copyNode(home)
    const bundled = await bundleProbe(root, join(home, 'watchpost-probe.cjs'))
    write(join(home, 'LICENSES.txt'), licencePage(root, bundled))
    copyCommand(root, tree, 'watchpost-probe')
    const more = 'keep-rotated-files.conf'
    cpSync(
      join(root, 'deploy/probe/watchpost-probe.service.d', more),
      join(tree, 'usr/share/doc/watchpost-probe/examples', more),
      { recursive: true },
    )
  },
}

/** Copies what was fetched, without the marks that bootstrap leaves. */
function copyTree(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => path === from || !(NOT_SHIPPED.test(path.slice(from.length + 1)) || basename(path) === 'logs'),
  })
}

function copyCommand(root: string, tree: string, name: string): void {
  const file = join(tree, 'usr/bin', name)
  mkdirSync(dirname(file), { recursive: true })
  cpSync(join(root, 'deploy/packages', name), file)
  chmodSync(file, 0o755)
}

/** A file of arguments for the java command. */
function argumentFile(options: readonly string[]): string {
  return options.map((option) => `"${option}"\n`).join('')
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
