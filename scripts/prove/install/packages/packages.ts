import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../harness/report.ts'
import type { Built } from '../build/build-in-copy.ts'
import { proveAlert } from './alert.ts'
import { bootMachine } from './debian-machine.ts'
import { install, setUp } from './install-packages.ts'
import { makePackages } from './make-packages.ts'
import { proveOtherUsers } from './other-users.ts'
import { purge, removeAndReturn } from './remove-packages.ts'

/** The packages on a clean Debian: installed, set up, first alert, removed, installed again, purged. */
export async function provePackages(report: Report, built: Built, isSmall: boolean): Promise<void> {
  report.step('making the packages')
  const { folder: packages, digests } = makePackages(built)
  if (!isSmall) {
    report.step('making them again')
    const again = makePackages(built, { umask: '077' })
    report.check('two builds of the packages are the same', JSON.stringify(digests) === JSON.stringify(again.digests))
  }
  await proveOnDebian(report, packages)
}

/** The same for packages that are already made. */
export async function proveOnDebian(report: Report, packages: string): Promise<void> {
  const debs = readdirSync(packages).filter((name) => name.endsWith('.deb'))
  for (const name of debs)
    report.figure(`mebibytes_${name.split('_')[0]}`, statSync(join(packages, name)).size / 2 ** 20)

  // Below /var: a folder in memory would not be a place for servers.
  const folder = mkdtempSync('/var/tmp/watchpost-machine-')
  try {
    await using machine = await bootMachine(folder, packages)
    const startedAt = Date.now()
    install(report, machine, debs)
    setUp(report, machine)
    proveAlert(report, machine, join(folder, 'client'))
    report.figure('seconds_to_first_alert', (Date.now() - startedAt) / 1_000)
    proveOtherUsers(report, machine)
    removeAndReturn(report, machine, join(folder, 'client'), debs)
    purge(report, machine)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
