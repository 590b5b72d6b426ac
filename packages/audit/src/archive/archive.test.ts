import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GENESIS } from '../chain.ts'
import { aTrail } from '../fixtures/a-trail.ts'
import { newSigningKey, publicHalf, readSigningKey, type SignedStatement } from '../statement.ts'
import { verifyTrail } from '../verify-trail.ts'
import { digestOfFile, writeArchiveFile } from './archive-file.ts'
import { signArchive } from './archive-statement.ts'
import { verifyArchives } from './verify-archives.ts'

const key = readSigningKey(newSigningKey())

/** Two archives of 20 and 10 rows, and the remaining rows. */
async function archived() {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-archive-'))
  const trail = aTrail(35)
  const hashAt = (id: number) => trail.tables.rows[id - 1]?.hash ?? GENESIS
  const archives: (SignedStatement & { number: number })[] = []
  for (const [number, from, to] of [
    [1, 0, 20],
    [2, 20, 30],
  ] as const) {
    const file = `audit-${from + 1}-${to}.jsonl.zst`
    await writeArchiveFile(join(folder, file), trail.source, { lastId: from, hash: hashAt(from) }, to)
    const signed = signArchive(key, {
      what: 'watchpost audit archive',
      number,
      first_id: from + 1,
      last_id: to,
      previous_hash: hashAt(from).toString('hex'),
      hash: hashAt(to).toString('hex'),
      file,
      sha256: await digestOfFile(join(folder, file)),
      signed_at: 'now',
    })
    archives.push({ number, ...signed })
  }
  trail.tables.rows.splice(0, 30)
  trail.tables.entries = trail.tables.entries.filter(({ batch }) => batch > 30)
  const look = (given = archives, where: string | undefined = folder) => verifyArchives(given, publicHalf(key), where)
  return { folder, trail, archives, look, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

test('verifies archives, and the remaining rows continue them', async () => {
  using made = await archived()
  const { end, ...verdict } = await made.look()
  expect(verdict).toEqual({ rows: 30, entries: 18, absent: [], breaks: [] })
  const { source, publicKey, head } = made.trail
  const rest = await verifyTrail({ source, publicKey, head, start: { ...end, checkpoint: 3 } })
  expect(rest).toMatchObject({ rows: 5, entries: 3, breaks: [] })
  expect((await verifyTrail({ source, publicKey, head })).breaks.length).toBeGreaterThan(0)
})

test('reports a file that is stored elsewhere, and the chain still links', async () => {
  using made = await archived()
  rmSync(join(made.folder, 'audit-21-30.jsonl.zst'))
  expect(await made.look()).toMatchObject({ absent: ['audit-21-30.jsonl.zst'], end: { lastId: 30 }, breaks: [] })
})

test('reports a changed file, a missing archive, and one signed by another key', async () => {
  using made = await archived()
  const path = join(made.folder, 'audit-1-20.jsonl.zst')
  const bytes = readFileSync(path)
  bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1
  writeFileSync(path, bytes)
  expect((await made.look()).breaks[0]?.says).toBe('audit-1-20.jsonl.zst is not the file that was signed')
  expect((await made.look(made.archives.slice(1))).breaks.map(({ says }) => says)).toContain('archive 1 is missing')
  const [first, second] = made.archives
  if (!first || !second) throw new Error('no archives')
  const forged = [{ ...first, text: first.text.replace('now', 'later') }, second]
  expect((await made.look(forged)).breaks[0]?.says).toMatch(/^archive 1 is not signed/)
})
