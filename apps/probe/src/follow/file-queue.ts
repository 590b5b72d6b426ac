import { join } from 'node:path'
import type { Logger } from '@watchpost/runtime'
import type { Disk } from '../disk/disk.ts'
import { createTurns } from '../disk/turns.ts'
import { addDone, type FileList } from './file-list.ts'
import { hasHead, type Head } from './head.ts'
import { type HeldFile, learnHead, openFile, sizeOf } from './held-file.ts'
import type { Place } from './place.ts'
import { begins, longestWith } from './recognise.ts'
import { rotatedFiles } from './rotated-files.ts'

export interface FileQueuePorts {
  disk: Disk
  /** Reports possible losses, with the number of bytes, or 0 if unknown. */
  losses: { report(reason: string, bytes: number): void }
  logger: Logger
}

export interface FileQueueOptions {
  eveFile: string
  /** Folder for hard links to the files, so that they exist until they are fully acknowledged. */
  heldFolder: string
  listFile: string
}

/** Every so many looks it searches for rotated files even if the EVE file is the same: one may have been missed. */
const LOOK_AGAIN = 50

/**
 * The files to read, in order: rotated and not yet acknowledged ones, and the EVE file at the end. Each has a number; a
 * place is such a number and an offset. A file is listed before its first line is read.
 */
export function createFileQueue(
  { disk, losses, logger }: FileQueuePorts,
  { eveFile, heldFolder, listFile }: FileQueueOptions,
  found: { list: Pick<FileList, 'next' | 'done'>; files: HeldFile[] },
) {
  const inTurn = createTurns()
  const { files } = found
  let { next, done } = found.list
  /** End offset of each file that was read to its end. */
  const ends = new Map<number, number>()
  let looks = 0
  let isLinking = true

  async function save(): Promise<void> {
    const list: FileList = { next, files: files.map(({ file, id, head }) => ({ file, id, head })), done }
    await disk.replace(listFile, JSON.stringify(list))
  }

  function heldPath(file: number): string {
    return join(heldFolder, String(file).padStart(10, '0'))
  }

  /** Links the file into our folder and opens it. `moved` when another file has its name by now. */
  async function hold(path: string, id: string, file: number): Promise<HeldFile | 'moved'> {
    const linked = await disk.link(path, heldPath(file))
    if (linked === 'absent') return 'moved'
    if (linked === 'impossible' && isLinking) {
      isLinking = false
      logger.warn({ path, heldFolder }, 'rotated files cannot be linked, they are held open: keep the agent running')
    }
    const isLinked = linked === 'linked'
    const opened = await openFile(isLinked ? heldPath(file) : path)
    if (opened === 'absent') return 'moved'
    if (opened.id !== id) {
      await opened.handle.close()
      if (isLinked) await disk.remove(heldPath(file))
      return 'moved'
    }
    return { file, id, head: null, isLinked, handle: opened.handle }
  }

  async function put(path: string, id: string, isComplete: boolean): Promise<'put' | 'moved'> {
    const held = await hold(path, id, next)
    if (held === 'moved') return 'moved'
    await learnHead(held, isComplete)
    files.push(held)
    next += 1
    logger.info({ file: held.file, path }, 'following a file')
    return 'put'
  }

  /** Adds every file that is newer than the listed ones. `moved` when files were renamed at the same time. */
  async function catchUp(eveId: string | undefined): Promise<'done' | 'moved'> {
    const known = new Set(files.map(({ id }) => id))
    for (const { path, id } of await rotatedFiles(eveFile)) {
      if (known.has(id) || id === eveId || (await begins(path, [...headsOf(files), ...done]))) continue
      if ((await put(path, id, true)) === 'moved') return 'moved'
    }
    if (eveId === undefined || known.has(eveId)) return 'done'
    const last = files.at(-1)
    if (last?.head && (await begins(eveFile, [last.head]))) return replaceBy(last, eveFile, eveId)
    return (await put(eveFile, eveId, false)) === 'moved' ? 'moved' : 'done'
  }

  /** Continues with a copy of the same file at another path. */
  async function replaceBy(held: HeldFile, path: string, id: string): Promise<'done' | 'moved'> {
    const other = await hold(path, id, held.file)
    if (other === 'moved') return 'moved'
    await held.handle.close()
    Object.assign(held, { id, handle: other.handle, isLinked: other.isLinked })
    return 'done'
  }

  async function refreshNow(): Promise<void> {
    // Between two steps of a rotation there is no EVE file.
    const eve = await idOf(eveFile)
    const last = files.at(-1)
    looks += 1
    if (last?.head && !(await hasHead(last.handle, last.head))) return cutOffNow(last, 0)
    const isLearned = last ? await learnHead(last, false) : false
    const isNew = eve !== undefined && last?.id !== eve
    const before = next
    const state = isNew || looks % LOOK_AGAIN === 1 ? await catchUp(eve) : 'done'
    if (isLearned || isNew || next !== before) await save()
    if (state === 'moved') await refreshNow()
  }

  /** Whether the file still has what was read so far. False when it was truncated, and perhaps rewritten. */
  async function isIntact(held: HeldFile, readUpTo: number): Promise<boolean> {
    return (await sizeOf(held)) >= readUpTo && (!held.head || (await hasHead(held.handle, held.head)))
  }

  /** Handles a truncated file: continues with its copy if there is one, and treats the file itself as a new one. */
  async function cutOffNow(held: HeldFile, readUpTo: number): Promise<void> {
    const { head, file, id, handle } = held
    const others = (await rotatedFiles(eveFile)).filter((each) => each.id !== id && each.size >= readUpTo)
    const copies = others.map((each) => ({ ...each, rank: 1 }))
    const copy = head && (await longestWith(head, copies))
    if (copy && (await replaceBy(held, copy.path, copy.id)) === 'done') {
      losses.report('the EVE file was copied and cut off: what was written in between is in neither', 0)
    } else {
      losses.report('the EVE file was cut off: what had not been read is gone', 0)
      files.splice(files.indexOf(held), 1)
      await handle.close()
      if (held.isLinked) await disk.remove(heldPath(file))
    }
    const state = await catchUp(await idOf(eveFile))
    await save()
    if (state === 'moved') await refreshNow()
  }

  async function releaseNow(before: number): Promise<void> {
    const released = files.filter(({ file }) => file < before)
    if (released.length === 0) return
    for (const held of released) {
      const end = ends.get(held.file)
      const late = end === undefined ? 0 : (await sizeOf(held)) - end
      if (late > 0) losses.report('a rotated file was written to after the next one had begun', late)
      await learnHead(held, true)
      files.splice(files.indexOf(held), 1)
      ends.delete(held.file)
    }
    done = addDone(done, headsOf(released))
    // Save the list first: a link without a row is removed at the next start, but a row without a link is a loss.
    await save()
    for (const { file, handle, isLinked } of released) {
      await handle.close()
      if (isLinked) await disk.remove(heldPath(file))
    }
  }

  return {
    /** Looks for new files. Call it often. */
    refresh: () => inTurn(refreshNow),
    /** The file with this number or, if it is gone, the next one. */
    at: (file: number): HeldFile | undefined => files.find((each) => each.file >= file),
    after: (file: number): HeldFile | undefined => files.find((each) => each.file > file),
    /** True when nothing more will be written to it, since the next file has content. */
    isFinished: ({ file }: HeldFile): Promise<boolean> =>
      inTurn(async () => {
        const [following, another] = files.filter((each) => each.file > file)
        return following !== undefined && (another !== undefined || (await sizeOf(following)) > 0)
      }),
    /** Makes sure that the head is known and stored; `false` while the file has none. */
    identify: (held: HeldFile, isComplete: boolean): Promise<boolean> =>
      inTurn(async () => {
        if (!files.includes(held)) return true
        if (!held.head && (await learnHead(held, isComplete))) await save()
        return held.head !== null
      }),
    /** Reads from `offset` on; `gone` when the file was truncated and may continue elsewhere. */
    read: (held: HeldFile, offset: number, into: Buffer): Promise<number | 'gone'> =>
      inTurn(async () => {
        if (!files.includes(held)) return 'gone'
        const { bytesRead } = await held.handle.read(into, 0, into.length, offset)
        // Check after reading: bytes that were read before a truncation are valid.
        if (await isIntact(held, offset)) return bytesRead
        await cutOffNow(held, offset)
        return 'gone'
      }),
    /** Notes that the file was read to its end. */
    leave: ({ file }: HeldFile, end: number) => void ends.set(file, end),
    /** Releases the files before this one: all of their lines are acknowledged. */
    release: (before: number) => inTurn(() => releaseNow(before)),
    figures: ({ file, offset }: Place) =>
      inTurn(async () => {
        const all = await Promise.all(files.map(async (held) => ({ file: held.file, size: await sizeOf(held) })))
        const unread = all.filter((each) => each.file >= file)
        const rotated = all.slice(0, -1)
        return {
          unreadBytes: Math.max(0, sum(unread.map(({ size }) => size)) - (unread[0]?.file === file ? offset : 0)),
          heldFiles: rotated.length,
          heldBytes: sum(rotated.map(({ size }) => size)),
          isLinking,
        }
      }),
    close: () => inTurn(async () => void (await Promise.all(files.map(({ handle }) => handle.close())))),
  }
}
export type FileQueue = ReturnType<typeof createFileQueue>

function headsOf(files: readonly HeldFile[]): Head[] {
  return files.flatMap(({ head }) => head ?? [])
}

async function idOf(path: string): Promise<string | undefined> {
  const opened = await openFile(path)
  if (opened === 'absent') return undefined
  await opened.handle.close()
  return opened.id
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
