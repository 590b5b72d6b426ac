import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf } from '../../stack/appliance-server.ts'
import type { Stack } from '../../stack/stack.ts'
import type { ProofStack } from '../harness/stack/proof-stack.ts'
import type { Report } from '../harness/report.ts'

/** The context of a part that shares no stack. */
export interface LoneStage {
  /** The folder for a stack, for a part that starts one. */
  dir: string
  report: Report
  isSmall: boolean
  seed: number
}

/** The context of a part that shares a stack. */
export interface Stage extends LoneStage {
  proof: ProofStack
}

/** A public port of the appliance and the process that listens on it. */
export interface Door {
  name: 'api' | 'gateway'
  port: number
  pid: number
}

/** The two public ports. */
export async function doorsOf({ state }: Stack): Promise<Door[]> {
  const { apiPort, gatewayPort, internalPort } = state.config
  const children = await childrenOf(internalPort)
  const door = (name: Door['name'], port: number): Door => {
    const pid = children.find((each) => each.name === name)?.pid
    if (pid === undefined) throw new Error(`the ${name} does not run`)
    return { name, port, pid }
  }
  return [door('api', apiPort), door('gateway', gatewayPort)]
}

/** An empty folder for a part of the proof, inside the stack's folder. */
export function partFolder({ folder }: Stack, part: string): string {
  const path = join(folder.root, 'proof-hostile', part)
  rmSync(path, { recursive: true, force: true })
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return path
}

/** The CA that issued the certificates of both ports. */
export function authorityOf({ folder }: Stack): string {
  return readFileSync(folder.ca, 'utf8')
}
