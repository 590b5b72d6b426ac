import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { DebianMachine } from '../machine/debian-machine.ts'

export interface Seen {
  alerts: number
  events: number
  health: string
  findings: number
  /** Findings that are not good. */
  worries: string[]
  comparison?: { lines: number; found: number; missing: number; surplus: number }
}

/** Reads by the API; waits for an alert, and for this many events, and compares them with a file of digests. */
export function read(machine: DebianMachine, client: string, events = 1, digests?: string): Seen {
  const program = new URL('./read-process.ts', import.meta.url)
  const args = [client, String(events), ...(digests === undefined ? [] : [digests])]
  return JSON.parse(runClient(machine, program, ...args)) as Seen
}

/** The row of an alert in the web interface. */
export function showAlert(machine: DebianMachine, client: string, alert: string): string {
  const program = new URL('./first-alert-page.ts', import.meta.url)
  return (JSON.parse(runClient(machine, program, client, alert)) as { shown: string }).shown
}

/** Sends packets to the machine from the one next to it. */
export function startTraffic({ network }: DebianMachine): ChildProcess {
  const [command = '', ...words] = network.outside
  const program = fileURLToPath(new URL('./traffic-process.ts', import.meta.url))
  return spawn(command, [...words, process.execPath, program], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Streams the metrics to a Netdata on the machine next to it. */
export function streamMetrics({ network }: DebianMachine, client: string): { shown: string[]; missing: string[] } {
  const program = new URL('./metrics-process.ts', import.meta.url)
  return JSON.parse(runIn(network.outside, program, client)) as { shown: string[]; missing: string[] }
}

/** Runs a program in the network of the machine, and returns the last line that it prints. */
function runClient({ network }: DebianMachine, program: URL, ...args: string[]): string {
  return runIn(network.inside, program, ...args)
}

function runIn(network: readonly string[], program: URL, ...args: string[]): string {
  const [command = '', ...words] = network
  const output = execFileSync(command, [...words, process.execPath, fileURLToPath(program), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Lines before it say that the API asked to wait.
  return output.trim().split('\n').at(-1) ?? ''
}
