import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunOptions } from '../command/proof.ts'
import { createReport } from '../harness/report.ts'
import { proveBuild } from './build/build.ts'
import { buildInCopy } from './build/build-in-copy.ts'
import { proveStart } from './start/start.ts'

export type InstallPart = 'build' | 'start'

/** Releases: built twice with the same result, described completely, and started next to the checkout. */
export async function proveInstall({ dir, isSmall, seed, only }: RunOptions<InstallPart>): Promise<void> {
  const report = createReport('install')
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-install-'))
  try {
    report.step('building the committed state in a copy of the repository')
    const built = buildInCopy(join(folder, 'one'))
    if (only.includes('build')) proveBuild(report, folder, built)
    if (only.includes('start')) await proveStart(report, { dir, seed, tree: built.tree, rounds: isSmall ? 2 : 5 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  report.end()
}
