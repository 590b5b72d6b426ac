import { join } from 'node:path'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import { checkFileLookups } from './file-lookups.ts'
import type { NpmPackage, PackageFinder } from './packages-of-modules.ts'

/** Everything that Node runs: the services, and `appliance`, which is the supervisor and the `watchpost` command. */
const services = ['gateway', 'indexer', 'clusters', 'exporter', 'api', 'appliance']

/**
 * Bundles the services into plain JavaScript, one entry per service and shared chunks. Returns for every file the
 * packages from npm that it contains.
 */
export async function bundleServices(
  root: string,
  out: string,
  packageOf: PackageFinder,
): Promise<Map<string, NpmPackage[]>> {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(services.map((name) => [name, join(root, 'apps', name, 'src/main.ts')])),
    platform: 'node',
    plugins: [wasmInside()],
    // Treat bundler warnings as errors: otherwise the fault would only show up after the installation.
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  // Not minified: stack traces of an installation have to be readable. Names without hashes stay the same in upgrades.
  const { output } = await build.write({
    dir: out,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    minify: false,
    sourcemap: false,
  })
  await build.close()
  const chunks = output.filter((each): each is OutputChunk => each.type === 'chunk')
  if (chunks.length < output.length) throw new Error('the bundler wrote files that are not JavaScript')
  checkFileLookups(chunks, packageOf)
  return new Map(chunks.map(({ fileName, moduleIds }) => [fileName, packageOf.all(moduleIds)]))
}

/** Kafka's client reads a WebAssembly file next to its module; the same package has a variant with the bytes inside. */
function wasmInside(): Plugin {
  const name = '@platformatic/wasm-utils'
  return {
    name: 'wasm-inside',
    resolveId(source, importer) {
      return source === name ? this.resolve(`${name}/bundled`, importer, { skipSelf: true }) : undefined
    },
  }
}
