import type { PackageFinder } from './packages-of-modules.ts'

interface Chunk {
  modules: Readonly<Record<string, { code: string | null }>>
}

/**
 * Packages whose code looks for files or modules next to itself, each with the reason why this works in a bundle. A
 * package that is not listed fails the build.
 */
const allowed: Readonly<Record<string, string>> = {
  '@fastify/swagger': 'reads its package.json only if no title is given, and catches the error',
  '@fastify/swagger-ui': 'its folder and logo are options that we set',
  '@platformatic/kafka': 'loads @node-rs/crc32, which is shipped next to the services; its registries are not used',
  commander: 'in comments',
  pino: 'worker threads, which we do not use',
  'thread-stream': 'worker threads, which we do not use',
  undici: 'only for stack traces',
}
/** The one module of our own that looks for files. */
const OWN = '/packages/runtime/src/process/product-files.ts'

const LOOKUP = /\b__dirname\b|\b__filename\b|\bimport\.meta\b/

/** Fails if bundled code looks for files relative to a module, except where this is known to work. */
export function checkFileLookups(chunks: readonly Chunk[], packageOf: PackageFinder): void {
  for (const chunk of chunks) {
    for (const [id, { code }] of Object.entries(chunk.modules)) {
      if (!code || !LOOKUP.test(code) || id.startsWith('\0') || id.endsWith(OWN)) continue
      const owner = packageOf.one(id)?.name
      if (!owner || !(owner in allowed))
        throw new Error(
          `${owner ?? id} looks for files next to its own module, which a bundle does not have. ` +
            'Use productFiles, or add the package to the list in scripts/release/bundle/file-lookups.ts.',
        )
    }
  }
}
