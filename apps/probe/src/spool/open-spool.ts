import { mkdir, readdir, readFile } from 'node:fs/promises'
import type { Logger } from '@watchpost/runtime'
import { type Disk, readIfThere } from '../disk/disk.ts'
import { isInteger, isText, listOf, objectOf, readState } from '../disk/state-file.ts'
import { type Batch, decodeBatch } from './batch.ts'
import { type Position, positionAfter, readPosition } from './position.ts'
import { createSpool, type Spool, type SpoolPorts } from './spool.ts'
import { type AbandonedRange, batchPath, type SpoolPaths } from './spool-paths.ts'

export interface OpenSpoolOptions {
  paths: SpoolPaths
  limitBytes: number
  /** `<probe id>@<appliance>`. */
  owner: string
}

/** Opens the spool of the last run, or creates a new one. */
export async function openSpool(ports: SpoolPorts, { paths, limitBytes, owner }: OpenSpoolOptions): Promise<Spool> {
  const { disk, logger, newStream } = ports
  await mkdir(paths.batches, { recursive: true, mode: 0o700 })
  await mkdir(paths.held, { recursive: true, mode: 0o700 })
  const noted = readPosition(await readIfThere(paths.position))
  const batches = await readBatches(paths.batches, disk, logger)
  const last = batches.at(-1)
  const position = last ? positionAfter(last, noted?.owner ?? owner) : (noted ?? firstPosition(newStream(), owner))
  // Store the stream before anything is numbered in it.
  if (!noted) await disk.replace(paths.position, JSON.stringify(position))
  const abandoned = await readAbandoned(paths.abandoned)
  const spool = createSpool(
    ports,
    { paths, limitBytes },
    { position, batches: withoutHoles(batches, noted), abandoned },
  )
  if (position.owner !== owner) {
    await spool.restart(0, 'the numbers so far belong to another probe or appliance')
    await spool.adopt(owner)
  }
  return spool
}

function firstPosition(stream: string, owner: string): Position {
  return {
    stream,
    next: 0,
    lastDigest: '',
    place: { file: 0, offset: 0 },
    serial: 0,
    total: 0,
    readAt: Date.now(),
    owner,
  }
}

/** The batches with intact headers. A torn batch at the end was not sent yet: it is read again from the files. */
async function readBatches(folder: string, disk: Disk, logger: Logger): Promise<Batch[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.batch')).sort()
  const batches: Batch[] = []
  let torn: string[] = []
  for (const name of names) {
    const serial = Number(name.slice(0, 12))
    const { header, body } = decodeBatch(await readFile(batchPath(folder, serial)))
    const isLast = name === names.at(-1)
    if (header?.serial === serial && (body || !isLast)) batches.push(header)
    else torn = [...torn, name]
  }
  for (const name of torn) {
    logger.error({ name }, 'a batch on disk is damaged')
    await disk.remove(batchPath(folder, Number(name.slice(0, 12))))
  }
  return batches
}

/**
 * Fills gaps where files are missing or their headers are damaged. The neighbours tell which lines were in them. Such a
 * batch has no body until it is read again.
 */
function withoutHoles(batches: readonly Batch[], noted: Position | undefined): Batch[] {
  const [oldest] = batches
  let before = oldest && noted?.serial === oldest.serial - 2 ? noted : undefined
  const whole: Batch[] = []
  for (const batch of batches) {
    if (before && before.stream === batch.stream && before.next < batch.first) whole.push(bridge(before, batch))
    whole.push(batch)
    before = positionAfter(batch, '')
  }
  return whole
}

function bridge(before: Position, after: Batch): Batch {
  const { stream, next, place, serial, readAt } = before
  const count = after.first - next
  return {
    serial: serial + 1,
    stream,
    first: next,
    count,
    from: place,
    to: after.from,
    lastDigest: '',
    readAt,
    total: after.total - after.count,
    bodyBytes: 0,
    bodyDigest: '',
  }
}

const isAbandonedList = listOf(
  objectOf<AbandonedRange>({ stream: isText, first: isInteger, last: isInteger, reason: isText }),
)

async function readAbandoned(path: string): Promise<AbandonedRange[]> {
  return readState(await readIfThere(path), isAbandonedList) ?? []
}
