import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PIECE_BYTES } from '@watchpost/files'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aRunningGateway, type RunningGateway } from './a-running-gateway.ts'

const within = { timeout: 30_000 }
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** An enrolled probe that announces and uploads. */
async function aProbe(gateway: RunningGateway) {
  const { id, token } = await gateway.aNewProbe()
  const agent = gateway.agentOf(await gateway.enrol(token))
  const announce = async (...contents: Buffer[]) => {
    const files = contents.map((content) => ({ sha256: sha256(content), size: content.length }))
    const { status, body } = await gateway.post(agent, '/v1/files', { files })
    expect(status).toBe(200)
    return body.files as { sha256: string; state: string; next_piece?: number; reason?: string }[]
  }
  const piece = (content: Buffer, index: number, name = sha256(content)) =>
    gateway.put(agent, `/v1/files/${name}/${index}`, content.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES))
  return { id, agent, announce, piece }
}

const storedFiles = async ({ filesDir }: RunningGateway) => {
  const entries = await readdir(filesDir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

test('a file is announced, uploaded piece by piece, and stored once for all probes', async () => {
  await using gateway = await aRunningGateway()
  const [one, two] = [await aProbe(gateway), await aProbe(gateway)]
  const content = randomBytes(2 * PIECE_BYTES + 5)
  expect(await one.announce(content)).toEqual([{ sha256: sha256(content), state: 'uploading', next_piece: 0 }])
  expect(await one.piece(content, 0)).toMatchObject({ status: 200, body: { state: 'uploading', next_piece: 1 } })
  // After an answer that was lost, the probe learns where to continue.
  expect(await one.piece(content, 0)).toMatchObject({ status: 409, body: { type: '/problems/file-piece-unexpected' } })
  expect(await one.announce(content)).toMatchObject([{ state: 'uploading', next_piece: 1 }])
  await one.piece(content, 1)
  expect(await one.piece(content, 2)).toMatchObject({ status: 200, body: { state: 'stored' } })
  expect(await two.announce(content)).toMatchObject([{ state: 'stored' }])
  expect(await storedFiles(gateway)).toHaveLength(3)
  expect(await gateway.metrics()).toMatch(/gateway_file_uploads_total\{[^}]*outcome="stored"[^}]*\} 1\b/)
})

test('a content that is not what was announced is refused, and nothing of it stays', async () => {
  await using gateway = await aRunningGateway()
  const probe = await aProbe(gateway)
  const [content, other] = [randomBytes(700), randomBytes(700)]
  await probe.announce(content)
  expect(await probe.piece(other, 0, sha256(content))).toMatchObject({
    status: 200,
    body: { state: 'refused', reason: 'digest-differs' },
  })
  expect(await probe.announce(other)).toMatchObject([{ state: 'uploading', next_piece: 0 }])
  await expect.poll(async () => (await storedFiles(gateway)).length, within).toBe(0)
})

test('refuses what is too large, of another length, of another type, or not announced', async () => {
  await using gateway = await aRunningGateway()
  const probe = await aProbe(gateway)
  const content = randomBytes(900)
  expect(await probe.piece(content, 0)).toMatchObject({ status: 409 })
  const large = { sha256: sha256(content), size: 33 * 1024 ** 2 }
  expect(await gateway.post(probe.agent, '/v1/files', { files: [large] })).toMatchObject({
    status: 200,
    body: { files: [{ state: 'refused', reason: 'too-large' }] },
  })
  await probe.announce(content)
  expect(await probe.piece(content.subarray(1), 0, sha256(content))).toMatchObject({ status: 400 })
  expect(await probe.piece(content, 7, sha256(content))).toMatchObject({ status: 409 })
  expect(await gateway.put(probe.agent, `/v1/files/${sha256(content)}/0`, randomBytes(PIECE_BYTES + 1))).toMatchObject({
    status: 413,
  })
  expect(await gateway.put(probe.agent, '/v1/files/..%2F..%2Fetc/0', content)).toMatchObject({ status: 400 })
  expect(await gateway.post(probe.agent, `/v1/files`, { files: [{ sha256: 'x', size: 1 }] })).toMatchObject({
    status: 400,
  })
  expect(await gateway.put(gateway.agentOf(), `/v1/files/${sha256(content)}/0`, content)).toMatchObject({ status: 403 })
})

test('of two probes that upload the same file at the same time, each is told that it is stored', async () => {
  await using gateway = await aRunningGateway()
  const probes = [await aProbe(gateway), await aProbe(gateway)]
  const content = randomBytes(300_000)
  await Promise.all(probes.map(({ announce }) => announce(content)))
  const ends = await Promise.all(probes.map(({ piece }) => piece(content, 0)))
  expect(ends.map(({ body }) => body.state)).toEqual(['stored', 'stored'])
  await expect.poll(async () => (await storedFiles(gateway)).length, within).toBe(1)
})

test('a file that is too old is removed from the disk, and can be uploaded again', async () => {
  await using gateway = await aRunningGateway()
  const probe = await aProbe(gateway)
  const content = randomBytes(5_000)
  await probe.announce(content)
  await probe.piece(content, 0)
  await sql`update file set stored_at = now() - interval '8 days'`.execute(gateway.store.db)
  await expect.poll(async () => (await storedFiles(gateway)).length, within).toBe(0)
  expect(await probe.announce(content)).toMatchObject([{ state: 'uploading' }])
})

test('while there is no space, files wait and events do not', async () => {
  await using gateway = await aRunningGateway()
  const probe = await aProbe(gateway)
  await sql`
    insert into probe_file (probe_id, sha256, size, state, content_id, next_piece)
    values (${probe.id}, ${randomBytes(32)}, ${20 * 1024 ** 3}, 'uploading', gen_random_uuid(), 20480)
  `.execute(gateway.store.db)
  const files = [{ sha256: sha256(randomBytes(9)), size: 9 }]
  await expect
    .poll(() => gateway.post(probe.agent, '/v1/files', { files }), within)
    .toMatchObject({ status: 429, body: { type: '/problems/file-storage-full' }, headers: { 'retry-after': '30' } })
  expect(await gateway.sendEvents(probe.agent, 0, 2)).toMatchObject({ status: 200 })
})
