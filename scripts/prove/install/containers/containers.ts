import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Report } from '../../harness/report.ts'
import type { Built } from '../build/build-in-copy.ts'
import { makePackages } from '../packages/make-packages.ts'
import { compose } from './compose.ts'
import { proveFirstAlert, proveHealthCheckFails, readAlert } from './first-alert.ts'
import { buildImages, proveLint } from './images.ts'
import { proveChart, proveStrict } from './kubernetes/chart.ts'
import { proveKubePlay } from './kubernetes/kube-play.ts'
import { startPodman } from './podman.ts'
import { proveProtections, reportMemory, restart } from './protections.ts'

/** Images of the packages, compose from nothing to the first alert, and the chart. */
export async function proveContainers(report: Report, built: Built): Promise<void> {
  const tools = execFileSync(join(import.meta.dirname, 'tools/install-tools'), { encoding: 'utf8' }).trim()
  proveLint(report, tools)
  proveChart(report, tools)
  proveStrict(report, tools)
  report.step('making the packages')
  makePackages(built)
  await proveImages(report, tools, resolve(built.tree, '../../..'), built.version)
}

/** The same for packages that are already made, in `dist/release` of a clone. */
export async function proveImages(report: Report, tools: string, clone: string, version: string): Promise<void> {
  // Below /var: a folder in memory would not be a place for images.
  const folder = mkdtempSync('/var/tmp/watchpost-containers-')
  try {
    using podman = startPodman(join(folder, 'podman'))
    buildImages(report, podman, clone, version)
    const client = join(folder, 'client')
    await proveFirstAlert(report, podman, client)
    proveProtections(report, podman)
    reportMemory(report, podman)
    await proveHealthCheckFails(report, podman)
    restart(report, podman)
    const { alerts } = readAlert(podman, client)
    report.check('and so are the alerts', alerts > 0, `${alerts} alerts`)
    await proveKubePlay(report, podman, tools, client)
    compose(podman, 'down', '--volumes')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
