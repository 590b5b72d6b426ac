import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { watchpostCommand } from '../../../stack/appliance-server.ts'
import type { Stack } from '../../../stack/stack.ts'
import { endChild } from '../../harness/end-child.ts'
import { checkVerdict, judge, settle } from '../../harness/judge.ts'
import { createLoad } from '../../harness/load.ts'
import type { Report } from '../../harness/report.ts'
import { connectApi, leaveStack, makeFresh, up } from '../../harness/stack/proof-stack.ts'
import { units, writeMachineFiles } from './machine-files.ts'
import { bootVirtualMachine, type VirtualMachine } from './virtual-machine.ts'

export interface LimitsOptions {
  dir: string
  seed: number
  /** The folder with the packages. */
  packages: string
}

const EVENTS = 5_000
const MEBIBYTES = 1_536
const UNIT = 'watchpost-indexer.service'
const READY_WITHIN_MS = 600_000
const SETTLED_WITHIN_MS = 900_000

/**
 * In a virtual machine with a kernel of Debian, an indexer that exceeds the memory limit of its unit is killed and
 * started again, while events pass through it. Containers of this proof's machine cannot limit memory. The servers run
 * outside: an emulated machine is ten times slower.
 */
export async function proveLimits(report: Report, { dir, seed, packages }: LimitsOptions): Promise<void> {
  const folder = mkdtempSync('/var/tmp/watchpost-limits-')
  const wish = { isSecured: false }
  await makeFresh(dir, wish)
  try {
    const stack = await up({ ...wish, dir, isServicesOnly: true })
    await using _api = prepare(stack)
    const files = join(folder, 'files')
    mkdirSync(files)
    writeMachineFiles(files, stack)
    report.step('making the disk of the virtual machine')
    const deb = readdirSync(packages).find((name) => /^watchpost_.*\.deb$/.test(name)) ?? ''
    execFileSync(join(import.meta.dirname, 'make-disk'), [folder, join(packages, deb), files], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    report.step('booting it')
    const startedAt = Date.now()
    const { gatewayPort, internalPort } = stack.state.config
    // No supervisor uses its port.
    const where = { folder, mebibytes: MEBIBYTES, sshPort: internalPort, ports: [gatewayPort] }
    await using machine = await bootVirtualMachine(where)
    report.figure('seconds_boot', (Date.now() - startedAt) / 1_000)
    await untilReady(machine)
    report.step('sending events, and limiting the memory of the indexer')
    await proveKill(report, stack, machine, seed)
  } finally {
    await leaveStack(dir)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Everything that a machine needs to know exists, and an API on this machine reads it. */
function prepare(stack: Stack) {
  const { folder, state } = stack
  const run = (...args: string[]) => {
    const { command, args: words, env } = watchpostCommand(folder, args)
    execFileSync(command, words, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  run('init')
  copyFileSync(join(folder.tls, 'ca.pem'), folder.ca)
  run('probe', 'add', '--count', String(state.config.probes), '--out', folder.probes)
  const { command, args, env } = watchpostCommand(folder, ['start', 'api'])
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  return { [Symbol.asyncDispose]: () => endChild(child) }
}

async function untilReady(machine: VirtualMachine): Promise<void> {
  const ask =
    'curl -sf --max-time 20 http://127.0.0.1:8446/readyz && curl -sf --max-time 20 http://127.0.0.1:8447/readyz'
  for (const end = Date.now() + READY_WITHIN_MS; machine.tryRun(ask).status !== 0; await sleep(3_000)) {
    if (Date.now() > end) {
      const { output } = machine.tryRun(`journalctl -n 40 ${units.map((unit) => `-u ${unit}`).join(' ')}`)
      throw new Error(`the units are not ready:\n${output}`)
    }
  }
}

async function proveKill(report: Report, stack: Stack, machine: VirtualMachine, seed: number): Promise<void> {
  const { folder, state } = stack
  const load = createLoad({ stackDir: folder.root, gateway: `https://127.0.0.1:${state.config.gatewayPort}` })
  const shown = (name: string) => machine.run(`systemctl show --value --property=${name} ${UNIT}`)
  await load.send(seed, EVENTS / 2)
  // In the emulated machine it may have given up a server that answered too late, and be starting again.
  await untilReady(machine)
  const used = Number(shown('MemoryCurrent'))
  report.check('the unit has a limit, and the kernel measures what it uses', used > 0, `${used >> 20} MiB`)
  const [pid, restartsBefore] = [shown('MainPID'), Number(shown('NRestarts'))]
  const sending = load.send(seed + 1, EVENTS / 2)
  machine.run(`systemctl set-property --runtime ${UNIT} MemoryMax=${Math.floor(used / 2)} MemorySwapMax=0`)
  const kill = 'journalctl -k --no-pager | grep -m 1 "Memory cgroup out of memory"'
  let killed = ''
  for (const end = Date.now() + READY_WITHIN_MS; killed === '' && Date.now() < end; await sleep(2_000))
    killed = machine.tryRun(kill).output.trim()
  machine.run(`systemctl set-property --runtime ${UNIT} MemoryMax=768M`)
  await sending
  report.check('the kernel kills it above its limit', killed.includes(`Killed process ${pid} `), killed.slice(-160))
  await untilReady(machine)
  const restarts = Number(shown('NRestarts')) - restartsBefore
  report.check('systemd starts it again', restarts >= 1 && shown('MainPID') !== pid, `${restarts} restarts`)

  const api = await connectApi(stack)
  await settle(api, EVENTS, SETTLED_WITHIN_MS)
  checkVerdict(report, 'all events that passed through it are stored once', EVENTS, await judge(api, load.oracles()))
  api.close()
}
