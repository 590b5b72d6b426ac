import { spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endChild } from '../../harness/end-child.ts'

const BOOTED_WITHIN_MS = 900_000

export interface VirtualMachine extends AsyncDisposable {
  /** Runs a command for sh, as root, and returns what it printed. Fails if the command does. */
  run(script: string): string
  tryRun(script: string): { status: number; output: string }
}

export interface MachineOptions {
  /** What `make-disk` filled. */
  folder: string
  mebibytes: number
  sshPort: number
  /** Ports of the machine that are also ports of 127.0.0.1 here. */
  ports: readonly number[]
}

/** Boots a disk in an emulated machine. It reaches 127.0.0.1 of this one at 10.0.2.2. */
export async function bootVirtualMachine(options: MachineOptions): Promise<VirtualMachine> {
  const { folder, mebibytes, sshPort, ports } = options
  const forwards = [[sshPort, 22], ...ports.map((port) => [port, port])]
    .map(([outer, inner]) => `,hostfwd=tcp:127.0.0.1:${outer}-:${inner}`)
    .join('')
  const words = [
    '-accel tcg,thread=multi -cpu max -smp 2 -display none -monitor none'.split(' '),
    ['-m', String(mebibytes), '-serial', `file:${join(folder, 'console.log')}`],
    [
      '-kernel',
      join(folder, 'vmlinuz'),
      '-initrd',
      join(folder, 'initrd'),
      '-append',
      'root=/dev/vda rw console=ttyS0',
    ],
    ['-drive', `file=${join(folder, 'disk.raw')},format=raw,if=virtio,cache=unsafe`],
    ['-nic', `user,model=virtio-net-pci${forwards}`],
  ].flat()
  const log = openSync(join(folder, 'qemu.log'), 'a')
  const child = spawn('qemu-system-x86_64', words, { stdio: ['ignore', log, log] })
  closeSync(log)

  function tryRun(script: string) {
    const login = ['-i', join(folder, 'key'), '-p', String(sshPort), '-o', 'StrictHostKeyChecking=no']
    const quiet = ['-o', 'UserKnownHostsFile=/dev/null', '-o', 'LogLevel=ERROR', '-o', 'ConnectTimeout=30']
    const { status, stdout, stderr } = spawnSync('ssh', [...login, ...quiet, 'root@127.0.0.1', script], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return { status: status ?? -1, output: `${stdout}${stderr}` }
  }

  for (const end = Date.now() + BOOTED_WITHIN_MS; tryRun('true').status !== 0; await sleep(2_000)) {
    if (child.exitCode !== null) throw new Error(`qemu ended with ${child.exitCode}: ${join(folder, 'qemu.log')}`)
    if (Date.now() > end) {
      child.kill('SIGKILL')
      throw new Error(`the virtual machine is not up after ${BOOTED_WITHIN_MS / 1_000} s`)
    }
  }
  return {
    tryRun,
    run(script) {
      const { status, output } = tryRun(script)
      if (status !== 0) throw new Error(`${script} ended with ${status}:\n${output.slice(-3_000)}`)
      return output.trim()
    },
    [Symbol.asyncDispose]: () => endChild(child),
  }
}
