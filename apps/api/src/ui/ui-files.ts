import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import { errorCode } from '@watchpost/runtime'
import type { Encoding, SentFile } from '../http/answer/send-file.ts'

export interface UiFiles {
  /** The file with this name in the folder; undefined if it does not exist or nothing was built. */
  find(name: string): Promise<SentFile | undefined>
}

type Files = ReadonlyMap<string, SentFile>

/** The build writes compressed files next to the plain ones. */
const endings: Record<Encoding, string> = { br: '.br', gzip: '.gz' }
const maxBytes = 64 * 1024 ** 2

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/**
 * The built console, held in memory. Names are looked up among the files found in the folder, so no name can lead out
 * of it. A new build is detected by its index page.
 */
export function createUiFiles(folder: string): UiFiles {
  let read: { version: string; files: Promise<Files> } | undefined

  async function current(): Promise<Files> {
    const version = await versionOf(join(folder, 'index.html'))
    if (version === undefined) return new Map()
    if (read?.version !== version) {
      const files = readFiles(folder)
      read = { version, files }
      // Read again on the next request.
      files.catch(() => (read = undefined))
    }
    return read.files
  }

  return { find: async (name) => (await current()).get(name) }
}

async function versionOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined
    throw error
  })
  return found && `${found.ino} ${found.mtimeMs} ${found.size}`
}

async function readFiles(folder: string): Promise<Files> {
  const contents = new Map<string, Buffer>()
  let total = 0
  // Skip symbolic links: they may lead out of the folder.
  for (const entry of (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  )) {
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    total += bytes.length
    if (total > maxBytes) throw new Error(`${folder} holds more than ${maxBytes} bytes: it is not a built interface`)
    contents.set(relative(folder, path), bytes)
  }
  return new Map([...contents].flatMap(([name, bytes]) => fileOf(name, bytes, contents) ?? []))
}

function fileOf(name: string, bytes: Buffer, contents: ReadonlyMap<string, Buffer>): [[string, SentFile]] | undefined {
  const type = types[extname(name)]
  if (!type) return undefined
  const packed = new Map<Encoding, Buffer>()
  for (const encoding of ['br', 'gzip'] as const) {
    const found = contents.get(name + endings[encoding])
    if (found) packed.set(encoding, found)
  }
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return [[name, { type, etag, isImmutable: name.startsWith('assets/'), bytes, packed }]]
}
