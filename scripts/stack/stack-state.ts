import type { StackConfig } from './stack-config.ts'
import { livingProcesses, placeData, readJson, type StackFolder, writeJson } from './stack-folder.ts'

/** The parameters of a stack. Stored by `up`, so that `status` and `down` use the same ones. */
export interface StackState {
  config: StackConfig
  brokers: number
  /** 0: the engine is not part of the stack, and the environment says where it is. */
  nodes: number
  /** In the form service=number. */
  copies: string[]
  /** TLS, and a user with least privileges for each service, on PostgreSQL and Kafka. */
  isSecured?: boolean
  /** The limits of an installation; otherwise those for development. */
  hasInstalledLimits?: boolean
  dataDir: string
  isDataElsewhere: boolean
}

/** The options of `up`; omitted ones keep their value. */
export interface Wish {
  brokers?: number
  nodes?: number
  copies?: string[]
  /** Servers and limits as in an installation; if omitted, the settings decide about the servers. */
  isSecured?: boolean
}

export function readState(folder: StackFolder): StackState | undefined {
  return readJson(folder.state) as StackState | undefined
}

/** Decides what to start. Clusters keep their size with their data, and a running stack keeps all its settings. */
export function settleState(folder: StackFolder, config: StackConfig, wish: Wish): StackState {
  const known = readState(folder)
  if (known) refuseOtherSize(known, wish)
  if (known && livingProcesses(folder).size > 0) {
    if (wish.copies && wish.copies.join() !== known.copies.join()) {
      throw new Error('this stack runs with other copies of the services: `pnpm stack down` first')
    }
    return known
  }
  const data = known ?? placeData(folder)
  const state: StackState = {
    config,
    brokers: wish.brokers ?? known?.brokers ?? 1,
    nodes: wish.nodes ?? known?.nodes ?? 1,
    copies: wish.copies ?? known?.copies ?? [],
    isSecured: wish.isSecured ?? known?.isSecured ?? config.areServersSecured,
    hasInstalledLimits: wish.isSecured ?? known?.hasInstalledLimits ?? known?.isSecured ?? false,
    dataDir: data.dataDir,
    isDataElsewhere: 'isDataElsewhere' in data ? data.isDataElsewhere : data.isElsewhere,
  }
  writeJson(folder.state, state)
  return state
}

function refuseOtherSize(known: StackState, wish: Wish): void {
  if (wish.isSecured !== undefined && wish.isSecured !== (known.isSecured ?? false)) {
    const what = known.isSecured ? 'secured' : 'not secured'
    throw new Error(`this stack is ${what}, and its data stays so: \`pnpm stack reset\` first, or take another --dir`)
  }
  for (const part of ['brokers', 'nodes'] as const) {
    const wanted = wish[part]
    if (wanted !== undefined && wanted !== known[part]) {
      throw new Error(
        `this stack has ${known[part]} ${part}, and its data cannot be given to ${wanted}: \`pnpm stack reset\` first, or take another --dir`,
      )
    }
  }
}
