import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { createPackageFinder, type NpmPackage } from './packages-of-modules.ts'

/**
 * Bundles the probe agent into one CommonJS file, as a single executable needs it. Returns the packages from npm that it
 * contains.
 */
export async function bundleProbe(root: string, file: string): Promise<NpmPackage[]> {
  const build = await rolldown({
    cwd: root,
    input: join(root, 'apps/probe/src/main.ts'),
    platform: 'node',
    // Treat bundler warnings as errors: otherwise the fault would only show up on a sensor.
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  const { output } = await build.write({ file, format: 'cjs', minify: true, codeSplitting: false })
  await build.close()
  return createPackageFinder().all(output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : [])))
}
