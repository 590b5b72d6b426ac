import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../harness/report.ts'
import { read, startTraffic } from './client/run-client.ts'
import { proveHealth, proveNoRestarts } from './first-alert.ts'
import type { DebianMachine } from './machine/debian-machine.ts'
import { UNTIL_READY } from './remove-packages.ts'

/** After a reboot all units are back. Suricata writes events until the shutdown, and from the start on. */
export async function proveReboot(report: Report, machine: DebianMachine, client: string): Promise<void> {
  report.step('rebooting, while Suricata writes events')
  const traffic = startTraffic(machine)
  try {
    const { events } = read(machine, client, 500)
    const startedAt = Date.now()
    const before = linesOf(machine)
    await machine.reboot()
    const { status } = machine.tryRun('sh', '-c', UNTIL_READY)
    report.figure('seconds_reboot', (Date.now() - startedAt) / 1_000)
    report.check('everything is ready again after a reboot', status === 0)
    report.figure('lines_during_reboot', linesOf(machine) - before)
    const after = read(machine, client, linesOf(machine))
    report.check('events arrive again after a reboot', after.events > events, `${events}, then ${after.events}`)
  } finally {
    traffic.kill()
  }
  proveHealth(report, machine, client)
  proveNoRestarts(report, machine)
}

function linesOf({ root }: DebianMachine): number {
  return readFileSync(join(root, 'var/log/suricata/eve.json'), 'utf8').split('\n').length - 1
}
