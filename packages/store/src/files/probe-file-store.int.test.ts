import { randomBytes } from 'node:crypto'
import { testStore } from '@watchpost/testkit/test-store'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aProbe } from '../../test/a-probe.ts'
import type { Store } from '../database/connect-store.ts'
import { createFileKeepingStore } from './file-keeping-store.ts'
import { createProbeFileStore, type FileUpload, type UploadStep } from './probe-file-store.ts'

const MIB = 1024 ** 2
const aFile = (size = 3 * MIB) => ({ sha256: randomBytes(32), size })

async function aFleet(store: Store) {
  const files = createProbeFileStore(store)
  const keeping = createFileKeepingStore(store, MIB)
  const [one, two] = [await aProbe(store), await aProbe(store)]
  /** Ends the upload in this way; returns what it was before. */
  const step = async (probeId: number, sha256: Buffer, make: (upload: FileUpload) => UploadStep) => {
    let before: FileUpload | undefined
    await files.continueUpload(probeId, sha256, async (upload) => make((before = upload)))
    return before
  }
  const begin = async (probeId: number, file = aFile()) => {
    await files.announce(probeId, [file], 64 * MIB)
    const upload = await step(probeId, file.sha256, ({ nextPiece }) => ({ state: 'uploading', nextPiece }))
    if (!upload) throw new Error('there is no upload')
    return { ...file, upload }
  }
  const stored = async (probeId: number, file = aFile()) => {
    const begun = await begin(probeId, file)
    await step(probeId, file.sha256, () => ({ state: 'stored' }))
    return begun
  }
  return { files, keeping, one, two, step, begin, stored }
}

test('a new file is uploaded, a stored one is not, one that is too large is refused', async () => {
  await using test = await testStore()
  const { files, one, two, stored } = await aFleet(test.store)
  const known = await stored(two)
  const [fresh, large] = [aFile(), aFile(65 * MIB)]
  const answers = await files.announce(one, [fresh, large, known, { ...aFile(), sha256: randomBytes(32) }], 64 * MIB)
  expect(answers).toHaveLength(4)
  const answerTo = (sha256: Buffer) => answers.find((each) => each.sha256.equals(sha256))
  expect(answerTo(fresh.sha256)).toEqual({ sha256: fresh.sha256, state: 'uploading', nextPiece: 0 })
  expect(answerTo(large.sha256)).toEqual({ sha256: large.sha256, state: 'refused', reason: 'too-large' })
  expect(answerTo(known.sha256)).toEqual({ sha256: known.sha256, state: 'stored' })
  const wrongSize = await files.announce(one, [{ ...known, size: 7 }], 64 * MIB)
  expect(wrongSize).toEqual([{ sha256: known.sha256, state: 'refused', reason: 'size-differs' }])
})

test('an upload continues with the next piece, and only one request at a time works on it', async () => {
  await using test = await testStore()
  const { files, one, begin } = await aFleet(test.store)
  const { sha256, size } = await begin(one)
  const file = { sha256, size }
  const seen: number[] = []
  const next = () =>
    files.continueUpload(one, file.sha256, async ({ nextPiece }) => {
      seen.push(nextPiece)
      return { state: 'uploading', nextPiece: nextPiece + 1 }
    })
  await Promise.all([next(), next(), next()])
  expect(seen).toEqual([0, 1, 2])
  expect(await files.announce(one, [file], 64 * MIB)).toEqual([
    { sha256: file.sha256, state: 'uploading', nextPiece: 3 },
  ])
})

test('another size begins again, and the pieces so far are removed', async () => {
  await using test = await testStore()
  const { keeping, one, step, begin } = await aFleet(test.store)
  const { upload, sha256 } = await begin(one)
  await step(one, sha256, () => ({ state: 'uploading', nextPiece: 1 }))
  expect((await begin(one, { sha256, size: 9 })).upload).toMatchObject({ size: 9, nextPiece: 0 })
  expect(await keeping.removals()).toEqual([upload.contentId])
})

test('of two probes that upload the same file, one content stays', async () => {
  await using test = await testStore()
  const { keeping, one, two, step, begin } = await aFleet(test.store)
  const first = await begin(one)
  const second = await begin(two, first)
  await Promise.all([one, two].map((probeId) => step(probeId, first.sha256, () => ({ state: 'stored' }))))
  const kept = await test.store.db.selectFrom('file').select('content_id').executeTakeFirstOrThrow()
  const removed = await keeping.removals()
  expect([kept.content_id, ...removed].toSorted()).toEqual([first.upload.contentId, second.upload.contentId].toSorted())
  expect(await step(one, first.sha256, () => ({ state: 'stored' }))).toBeUndefined()
})

test('a content that is not what was announced is removed, and the file can be announced again', async () => {
  await using test = await testStore()
  const { files, keeping, one, step, begin } = await aFleet(test.store)
  const { upload, ...file } = await begin(one)
  await step(one, file.sha256, () => ({ state: 'refused', reason: 'digest-differs' }))
  expect(await files.continueUpload(one, file.sha256, async () => ({ state: 'stored' }))).toBe('absent')
  expect(await keeping.removals()).toEqual([upload.contentId])
  expect(await files.announce(one, [file], 64 * MIB)).toMatchObject([{ state: 'uploading', nextPiece: 0 }])
})

test('files that are too old or too many are removed, oldest first', async () => {
  await using test = await testStore()
  const { keeping, one, stored } = await aFleet(test.store)
  const files = [await stored(one), await stored(one), await stored(one), await stored(one)]
  for (const [index, { sha256 }] of files.entries()) {
    await sql`update file set stored_at = now() - make_interval(days => ${9 - 2 * index}) where sha256 = ${sha256}`.execute(
      test.store.db,
    )
  }
  expect(await keeping.totals()).toEqual({ files: 4, bytes: 12 * MIB, waitingForRemoval: 0 })
  expect(await keeping.expire({ days: 8, bytes: 7 * MIB })).toEqual({ age: 1, space: 1 })
  const removed = await keeping.removals()
  expect(new Set(removed)).toEqual(new Set(files.slice(0, 2).map(({ upload }) => upload.contentId)))
  expect(await keeping.totals()).toEqual({ files: 2, bytes: 6 * MIB, waitingForRemoval: 2 })
  await keeping.removed(removed)
  expect(await keeping.totals()).toEqual({ files: 2, bytes: 6 * MIB, waitingForRemoval: 0 })
})

test('an upload that stands still is given up, and a removed file is uploaded again', async () => {
  await using test = await testStore()
  const { files, keeping, one, begin, stored } = await aFleet(test.store)
  const { upload, sha256 } = await begin(one)
  const ended = await stored(one)
  await sql`update probe_file set last_seen_at = now() - interval '25 hours' where sha256 = ${sha256}`.execute(
    test.store.db,
  )
  expect(await keeping.forget({ days: 30 })).toEqual({ abandoned: 1 })
  expect(await keeping.removals()).toEqual([upload.contentId])
  await keeping.expire({ days: 30, bytes: 0 })
  expect(await files.announce(one, [ended], 64 * MIB)).toMatchObject([{ state: 'uploading', nextPiece: 0 }])
})
