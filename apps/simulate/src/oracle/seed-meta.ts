import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '@watchpost/runtime'
import type { Frame } from '../generate/frame.ts'

/** The frame options of the command line; missing ones are as in the seed's first run. */
export interface FrameRequest {
  seed: number
  eventsPerProbe: number
  hours?: number
  late?: number
  alertShare?: number
  kinds?: readonly string[]
}

/** The options do not match an earlier run of the seed. */
export class SeedChangedError extends Error {
  override readonly name = 'SeedChangedError'
}

/** Path of the seed's metadata: next to its oracle. */
export const metaPath = (oraclePath: string): string => `${oraclePath}.json`

/** The frame of a seed: created and stored at its first run, and never changed. */
export async function openFrame(oraclePath: string, request: FrameRequest, now: number): Promise<Frame> {
  const kept = await readFrame(oraclePath)
  if (!kept) {
    const { seed, eventsPerProbe: lap, hours = 24, late = 0, alertShare = 0.02, kinds } = request
    const frame: Frame = { seed, firstRunAt: now, hours, lap, late, alertShare, ...(kinds ? { kinds } : {}) }
    await writeFrame(oraclePath, frame)
    return frame
  }
  const changed = changes(kept, request)
  if (changed.length === 0) return kept
  throw new SeedChangedError(
    `Seed ${kept.seed} was first run on ${new Date(kept.firstRunAt).toISOString()} with other settings (${changed.join(', ')}).\n` +
      'The same seed always sends the same events: take another --seed, or leave these settings out.',
  )
}

/** The frame of a seed that was run before. */
export async function readFrame(oraclePath: string): Promise<Frame | undefined> {
  try {
    const { first_run_at: firstRunAt, ...rest } = JSON.parse(await readFile(metaPath(oraclePath), 'utf8'))
    return { ...rest, firstRunAt: Date.parse(firstRunAt) }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function writeFrame(oraclePath: string, { firstRunAt, ...rest }: Frame): Promise<void> {
  const path = metaPath(oraclePath)
  await mkdir(dirname(path), { recursive: true })
  const text = `${JSON.stringify({ first_run_at: new Date(firstRunAt).toISOString(), ...rest }, undefined, 2)}\n`
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}

function differ(name: string, wish: unknown, was: unknown): string[] {
  return wish !== undefined && JSON.stringify(wish) !== JSON.stringify(was) ? [name] : []
}

function changes(kept: Frame, { hours, late, alertShare, kinds }: FrameRequest): string[] {
  return [
    ...differ('--hours', hours, kept.hours),
    ...differ('--late', late, kept.late),
    ...differ('--alert-share', alertShare, kept.alertShare),
    ...differ('--kinds', kinds?.toSorted(), kept.kinds?.toSorted()),
  ]
}
