import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../harness/report.ts'
import type { Built } from '../build/build-in-copy.ts'
import { ALERT, proveEveryLine, proveFirstAlert, proveHealth, proveNoRestarts } from './first-alert.ts'
import { followGuide } from './follow-guide.ts'
import { bootMachine } from './machine/debian-machine.ts'
import { makePackages } from './make-packages.ts'
import { provePublicSources } from '../ways/public-sources.ts'
import { proveWaysPossible, proveWaysRefused } from '../ways/prove-ways.ts'
import { proveOtherUsers } from './other-users.ts'
import { proveReboot } from './reboot.ts'
import { purge, removeAndReturn } from './remove-packages.ts'
import { proveSupervision } from './supervision.ts'

const INSTALLERS = ['web/install-browser', 'metrics/install-watchers']

export interface PackagesOptions {
  /** The folder of the stack for development that they are compared with. */
  dir: string
  seed: number
  /** Only from the installation to the first alert, other users, and the purge. */
  isSmall: boolean
}

/** The packages on a clean Debian: as the guide says to the first alert, a reboot, removed, installed again, purged. */
export async function provePackages(report: Report, built: Built, options: PackagesOptions): Promise<void> {
  const { isSmall } = options
  report.step('making the packages')
  const { folder: packages, digests } = makePackages(built)
  if (!isSmall) {
    report.step('making them again')
    const again = makePackages(built, { umask: '077' })
    report.check('two builds of the packages are the same', JSON.stringify(digests) === JSON.stringify(again.digests))
  }
  await proveOnDebian(report, packages, isSmall)
  if (!isSmall) await proveWaysPossible(report, options)
}

async function proveOnDebian(report: Report, packages: string, isSmall: boolean): Promise<void> {
  for (const path of INSTALLERS) execFileSync(join(import.meta.dirname, '../..', path), { stdio: 'inherit' })
  const debs = readdirSync(packages).filter((name) => name.endsWith('.deb'))
  for (const name of debs)
    report.figure(`mebibytes_${name.split('_')[0]}`, statSync(join(packages, name)).size / 2 ** 20)

  // Below /var: a folder in memory would not be a place for servers.
  const folder = mkdtempSync('/var/tmp/watchpost-machine-')
  try {
    await using machine = await bootMachine(folder, packages)
    const startedAt = Date.now()
    const client = join(folder, 'client')
    followGuide(report, machine)
    proveFirstAlert(report, machine, client)
    report.checkTime(
      'the first alert is in the web interface within ten minutes',
      (Date.now() - startedAt) / 1_000,
      600,
    )
    proveHealth(report, machine, client)
    proveNoRestarts(report, machine)
    proveOtherUsers(report, machine)
    proveWaysRefused(report, machine)
    provePublicSources(report, machine, [ALERT])
    if (!isSmall) {
      await proveSupervision(report, machine, client)
      await proveReboot(report, machine, client)
    }
    proveEveryLine(report, machine, client)
    if (!isSmall) removeAndReturn(report, machine, client, debs)
    purge(report, machine)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
