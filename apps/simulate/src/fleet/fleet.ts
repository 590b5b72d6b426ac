import { X509Certificate } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '@watchpost/runtime'
import { addProbes } from './add-probes.ts'

/** One simulated probe: its identity and its certificate. */
export interface FleetMember {
  id: number
  fqdn: string
  cert: string
  key: string
}

export interface Fleet {
  ca: string
  probes: FleetMember[]
}

/** The run cannot start. The message says what to do next. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}

/**
 * The certificates of the first `count` probes of a stack, from `<stack>/probes`. Missing ones are created by the
 * appliance's own command.
 */
export async function loadFleet(stack: string, count: number, say: (line: string) => void): Promise<Fleet> {
  const ca = await readFile(join(stack, 'ca.pem'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
    throw new SetupError(
      `There is no ${join(stack, 'ca.pem')}: the stack has not been started here yet.\n` +
        'Start it with `pnpm stack up`, or name the folder of a running one with --stack.',
    )
  })
  const folder = join(stack, 'probes')
  let ids = await listProbes(folder)
  if (ids.length < count) {
    say(`Adding ${count - ids.length} probes to the appliance.`)
    await addProbes(stack, count)
    ids = await listProbes(folder)
  }
  if (ids.length < count) {
    throw new SetupError(
      `${folder} has certificates of ${ids.length} probes, and ${count} are needed.\n` +
        `Make them with: pnpm watchpost probe add --count ${count} --out ${folder}`,
    )
  }
  return { ca, probes: await Promise.all(ids.slice(0, count).map((id) => loadMember(folder, id))) }
}

async function listProbes(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
  return names
    .flatMap((name) => /^(\d+)\.pem$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((left, right) => left - right)
}

async function loadMember(folder: string, id: number): Promise<FleetMember> {
  const [cert, key] = await Promise.all([
    readFile(join(folder, `${id}.pem`), 'utf8'),
    readFile(join(folder, `${id}-key.pem`), 'utf8').catch(() => {
      throw new SetupError(
        `${join(folder, `${id}-key.pem`)} is missing: remove ${join(folder, `${id}.pem`)} and run again.`,
      )
    }),
  ])
  const fqdn = /^CN=(.+)$/m.exec(new X509Certificate(cert).subject)?.[1]
  if (!fqdn) throw new SetupError(`${join(folder, `${id}.pem`)} names no probe: remove it and run again.`)
  return { id, fqdn, cert, key }
}
