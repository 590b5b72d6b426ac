import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere } from '../disk/disk.ts'
import { type FileList, readFileList } from './file-list.ts'
import { type Head, headOf } from './head.ts'
import { type HeldFile, learnHead, openFile } from './held-file.ts'
import { type Candidate, longestWith } from './recognise.ts'
import { rotatedFiles } from './rotated-files.ts'
import { createFileQueue, type FileQueue, type FileQueueOptions, type FileQueuePorts } from './file-queue.ts'

/**
 * Finds the files of the last run by their heads, among our links, the EVE file and the rotated files. `firstNeeded` is
 * the file of the position; files with a lower number are only kept to be released.
 */
export async function openFileQueue(
  ports: FileQueuePorts,
  options: FileQueueOptions,
  firstNeeded: number,
): Promise<FileQueue> {
  const files: HeldFile[] = []
  try {
    const list = await findAgain(ports, options, firstNeeded, files)
    const fileQueue = createFileQueue(ports, options, { list, files })
    await fileQueue.refresh()
    return fileQueue
  } catch (error) {
    await Promise.all(files.map(({ handle }) => handle.close()))
    throw error
  }
}

async function findAgain(ports: FileQueuePorts, options: FileQueueOptions, firstNeeded: number, files: HeldFile[]) {
  const { disk, losses, logger } = ports
  const own = await ownFiles(options.heldFolder)
  const list = await findList(options, own)
  const others = await candidates(options.eveFile)
  for (const row of list.files) {
    const mine = own.get(row.file)
    const all = mine ? [mine, ...others] : others
    // A file without a whole line has no head. Nothing was read of it, so if its inode is gone, nothing is lost.
    const found = row.head ? await longestWith(row.head, all) : all.find(({ id }) => id === row.id)
    const held = found && (await take(ports, options, row, found, mine))
    if (held) {
      files.push(held)
    } else if (row.head && row.file >= firstNeeded) {
      logger.error({ file: row.file }, 'a file that had not been read to its end is gone')
      losses.report('a file that had not been read to its end is gone', 0)
    }
  }
  for (const [file, { path }] of own) {
    if (!files.some((held) => held.file === file)) await disk.remove(path)
  }
  return list
}

/** The stored list or, without one, a list derived from the files that exist. */
async function findList(
  { eveFile, heldFolder, listFile }: FileQueueOptions,
  own: Map<number, Candidate>,
): Promise<FileList> {
  const text = await readIfThere(listFile)
  const written = text === undefined ? undefined : readFileList(text)
  const after = written?.next ?? 1
  // Linked but not listed: the agent stopped in between.
  const adopted = await Promise.all([...own].filter(([file]) => file >= after).map(([file, each]) => rowOf(file, each)))
  const next = Math.max(after, ...adopted.map(({ file }) => file + 1))
  const done = written?.done ?? (await history(eveFile, heldFolder))
  return { next, files: [...(written?.files ?? []), ...adopted], done }
}

async function rowOf(file: number, { path, id }: Candidate): Promise<FileList['files'][number]> {
  return { file, id, head: await headAt(path, false) }
}

/**
 * Heads of rotated files that are older than our folder: they are history and not read. The EVE file itself is read
 * from its beginning. A rotated file that was changed later belongs to us, but was not listed yet.
 */
async function history(eveFile: string, heldFolder: string): Promise<Head[]> {
  const { birthtimeNs } = await stat(heldFolder, { bigint: true })
  const old = (await rotatedFiles(eveFile)).filter(({ modifiedNs }) => birthtimeNs === 0n || modifiedNs < birthtimeNs)
  const heads = await Promise.all(old.map(({ path }) => headAt(path, true)))
  return heads.filter((head) => head !== null)
}

async function headAt(path: string, isComplete: boolean): Promise<Head | null> {
  const opened = await openFile(path)
  if (opened === 'absent') return null
  try {
    return await headOf(opened.handle, isComplete)
  } finally {
    await opened.handle.close()
  }
}

async function ownFiles(folder: string): Promise<Map<number, Candidate>> {
  const names = (await readdir(folder)).filter((name) => /^\d{10}$/.test(name)).sort()
  const files = await Promise.all(names.map((name) => candidate(join(folder, name), 0)))
  return new Map(files.flatMap((file, index) => (file ? [[Number(names[index]), file] as const] : [])))
}

async function candidates(eveFile: string): Promise<Candidate[]> {
  const rotated = (await rotatedFiles(eveFile)).map((each) => ({ ...each, rank: 1 }))
  const eve = await candidate(eveFile, 2)
  return eve ? [...rotated, eve] : rotated
}

async function candidate(path: string, rank: number): Promise<Candidate | undefined> {
  const opened = await openFile(path)
  if (opened === 'absent') return undefined
  await opened.handle.close()
  return { path, id: opened.id, size: opened.size, rank }
}

/** Opens the found file, through our own link if possible. */
async function take(
  { disk }: FileQueuePorts,
  { heldFolder }: FileQueueOptions,
  row: FileList['files'][number],
  found: Candidate,
  mine: Candidate | undefined,
): Promise<HeldFile | undefined> {
  const ownPath = join(heldFolder, String(row.file).padStart(10, '0'))
  const isLinked = mine?.id === found.id || (await disk.link(found.path, ownPath)) === 'linked'
  const opened = await openFile(isLinked ? ownPath : found.path)
  if (opened === 'absent') return undefined
  const held: HeldFile = { file: row.file, id: opened.id, head: row.head, isLinked, handle: opened.handle }
  await learnHead(held, false)
  return held
}
