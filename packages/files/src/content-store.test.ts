import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BrokenContentError, createContentStore, pieceLength, piecesOf, PIECE_BYTES } from './content-store.ts'
import { createDiskObjects } from './disk-objects.ts'

const fileKey = randomBytes(32)

async function aStore() {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  const objects = createDiskObjects(folder)
  const contents = createContentStore(objects, fileKey)
  async function write(content: Buffer): Promise<string> {
    const id = randomUUID()
    for (let index = 0; index < piecesOf(content.length); index += 1) {
      const start = index * PIECE_BYTES
      await contents.writePiece(id, index, content.subarray(start, start + pieceLength(content.length, index)))
    }
    return id
  }
  const pathOf = (id: string, index: number) => join(folder, id.slice(0, 2), id, String(index))
  return { folder, objects, contents, write, pathOf }
}

async function readAll(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all)
}

test.each([1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 2 * PIECE_BYTES + 77])(
  'reads %i bytes as written',
  async (size) => {
    const store = await aStore()
    const content = randomBytes(size)
    const id = await store.write(content)
    expect((await readAll(store.contents.read(id, size))).equals(content)).toBe(true)
    expect(await store.contents.digest(id, size)).toEqual(createHash('sha256').update(content).digest())
  },
)

test('stores nothing in plain text, and no drafts', async () => {
  const store = await aStore()
  const text = 'X5O!P%@AP no file of this appliance may be found on its disk'
  const id = await store.write(Buffer.from(text))
  const stored = await readFile(store.pathOf(id, 0))
  expect(stored.includes('X5O!P')).toBe(false)
  expect(await readdir(join(store.folder, id.slice(0, 2), id))).toEqual(['0'])
})

test('refuses a piece that was changed, cut off, or taken from elsewhere', async () => {
  const store = await aStore()
  const content = randomBytes(2 * PIECE_BYTES)
  const [id, other] = [await store.write(content), await store.write(content)]
  const sealed = await readFile(store.pathOf(id, 0))
  const changed = Buffer.from(sealed)
  changed[500] = (changed[500] ?? 0) ^ 1
  const foreign = await readFile(store.pathOf(other, 0))
  const second = await readFile(store.pathOf(id, 1))
  for (const wrong of [changed, sealed.subarray(0, -1), Buffer.alloc(0), foreign, second]) {
    await writeFile(store.pathOf(id, 0), wrong)
    await expect(store.contents.digest(id, content.length)).rejects.toThrow(BrokenContentError)
  }
})

test('a removed content is missing, and removing it again succeeds', async () => {
  const store = await aStore()
  const id = await store.write(Buffer.from('gone'))
  await store.contents.remove(id)
  await store.contents.remove(id)
  await expect(store.contents.digest(id, 4)).rejects.toThrow(/missing/)
})

test.each(['../../etc/passwd', 'a/0', `${randomUUID()}/../0`, `${randomUUID()}/1/2`])('%s is no key', async (key) => {
  const store = await aStore()
  await expect(async () => store.objects.get(key)).rejects.toThrow(/not/)
})
