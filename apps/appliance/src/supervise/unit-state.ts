import { constants } from 'node:os'

/** What systemd knows about the unit of a service. */
export interface UnitState {
  /** Set while its main process runs. */
  pid?: number
  startedAt?: Date
  /** Automatic restarts since the unit was started. */
  restarts: number
  memoryBytes?: number
  /** How the main process ended, while no other runs. */
  end?: string
}

/** The properties that `parseUnits` reads. */
export const UNIT_PROPERTIES = [
  'Id',
  'LoadState',
  'Result',
  'MainPID',
  'NRestarts',
  'MemoryCurrent',
  'ExecMainStartTimestamp',
  'ExecMainCode',
  'ExecMainStatus',
] as const

type Properties = ReadonlyMap<string, string>

/** Reads the output of `systemctl show --timestamp=unix`: one block of NAME=value per unit, by the names of the units. */
export function parseUnits(output: string): Map<string, UnitState> {
  const blocks = output.split(/\n\s*\n/).map(propertiesOf)
  return new Map(blocks.flatMap((block) => (block.has('Id') ? [[block.get('Id') ?? '', stateOf(block)]] : [])))
}

function propertiesOf(block: string): Properties {
  return new Map(
    block.split('\n').flatMap((line) => {
      const at = line.indexOf('=')
      return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const]
    }),
  )
}

function stateOf(unit: Properties): UnitState {
  const number = (name: string) => numberIn(unit.get(name))
  const pid = number('MainPID')
  const startedAt = numberIn(unit.get('ExecMainStartTimestamp')?.replace(/^@/, ''))
  const memoryBytes = number('MemoryCurrent')
  const end = pid ? undefined : endOf(unit)
  return {
    restarts: number('NRestarts') ?? 0,
    ...(pid && { pid }),
    ...(pid && startedAt && { startedAt: new Date(startedAt * 1_000) }),
    ...(pid && memoryBytes !== undefined && { memoryBytes }),
    ...(end !== undefined && { end }),
  }
}

/** Values that systemd does not know are empty, `[not set]` or the largest number of 64 bits. */
function numberIn(text = ''): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : undefined
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined
}

/** `ExecMainCode` is a CLD_ code of the kernel: 1 exited, 2 killed, 3 dumped its memory. */
function endOf(unit: Properties): string | undefined {
  if (unit.get('LoadState') !== 'loaded') return `unit ${unit.get('LoadState') ?? 'unknown'}`
  const status = numberIn(unit.get('ExecMainStatus')) ?? 0
  const code = unit.get('ExecMainCode')
  if (code === '1') return `code ${status}`
  if (code !== '2' && code !== '3') return undefined
  const signal = Object.entries(constants.signals).find(([, value]) => value === status)?.[0] ?? `signal ${status}`
  return unit.get('Result') === 'oom-kill' ? `${signal}, out of memory` : signal
}
