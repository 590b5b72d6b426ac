import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../harness/report.ts'
import type { Built } from '../build/build-in-copy.ts'
import { proveEveryLine, proveFirstAlert, proveHealth, proveNoRestarts } from './first-alert.ts'
import { followGuide } from './follow-guide.ts'
import { bootMachine } from './machine/debian-machine.ts'
import { makePackages } from './make-packages.ts'
import { proveOtherUsers } from './other-users.ts'
import { proveReboot } from './reboot.ts'
import { purge, removeAndReturn } from './remove-packages.ts'

const BROWSER = join(import.meta.dirname, '../../web/install-browser')

/** The packages on a clean Debian: as the guide says to the first alert, a reboot, removed, installed again, purged. */
export async function provePackages(report: Report, built: Built, isSmall: boolean): Promise<void> {
  report.step('making the packages')
  const { folder: packages, digests } = makePackages(built)
  if (!isSmall) {
    report.step('making them again')
    const again = makePackages(built, { umask: '077' })
    report.check('two builds of the packages are the same', JSON.stringify(digests) === JSON.stringify(again.digests))
  }
  await proveOnDebian(report, packages, isSmall)
}

/** The same for packages that are already made. */
export async function proveOnDebian(report: Report, packages: string, isSmall = false): Promise<void> {
  execFileSync(BROWSER, { stdio: 'inherit' })
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
    if (!isSmall) await proveReboot(report, machine, client)
    proveEveryLine(report, machine, client)
    removeAndReturn(report, machine, client, debs)
    purge(report, machine)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
