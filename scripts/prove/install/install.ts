import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunOptions } from '../command/proof.ts'
import { createReport, type Report } from '../harness/report.ts'
import { proveBuild } from './build/build.ts'
import { buildInCopy } from './build/build-in-copy.ts'
import { proveContainers } from './containers/containers.ts'
import { proveEngine } from './engine/engine.ts'
import { proveLimits } from './limits/limits.ts'
import { makePackages } from './packages/make-packages.ts'
import { provePackages } from './packages/packages.ts'
import { proveSecured } from './secured/secured.ts'
import { proveStart } from './start/start.ts'

export type InstallPart = 'build' | 'start' | 'packages' | 'containers' | 'limits' | 'secured' | 'engine'

const EVENTS = 3_000

/** Parts that need a built release. */
const ofRelease: readonly InstallPart[] = ['build', 'start', 'packages', 'containers', 'limits']

/** Releases: built twice with the same result, described completely, started. Servers: users with least privileges. */
export async function proveInstall(options: RunOptions<InstallPart>): Promise<void> {
  const { dir, seed, only } = options
  const report = createReport('install')
  if (only.some((part) => ofRelease.includes(part))) await proveRelease(report, options)
  if (only.includes('secured')) await proveSecured(report, { dir, seed, events: EVENTS })
  if (only.includes('engine')) await proveEngine(report, { dir, seed, events: EVENTS })
  report.end()
}

async function proveRelease(report: Report, { dir, isSmall, seed, only }: RunOptions<InstallPart>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-install-'))
  try {
    report.step('building the committed state in a copy of the repository')
    const built = buildInCopy(join(folder, 'one'))
    if (only.includes('build')) proveBuild(report, folder, built)
    if (only.includes('start')) await proveStart(report, { dir, seed, tree: built.tree, rounds: isSmall ? 1 : 5 })
    if (only.includes('packages')) await provePackages(report, built, { dir, seed, isSmall })
    if (only.includes('containers')) await proveContainers(report, built)
    if (only.includes('limits')) await proveLimits(report, { dir, seed, packages: makePackages(built).folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
