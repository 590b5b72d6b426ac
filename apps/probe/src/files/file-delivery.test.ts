import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createLogger } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { clock } from '../disk/clock.ts'
import type { Trouble } from '../send/trouble.ts'
import { createFileDelivery } from './file-delivery.ts'
import type { FileGateway } from '../send/file-answers.ts'
import { createFileStore } from './file-store.ts'

const PIECE = 1_000
const HOUR_MS = 3_600_000

/** An appliance that takes files up to 10,000 bytes. `trouble` is asked before each request. */
function aGateway(trouble: () => Trouble | undefined = () => undefined) {
  const stored = new Map<string, Buffer>()
  const parts = new Map<string, Buffer[]>()
  const calls: string[] = []
  const gateway: FileGateway = {
    async announce(files) {
      calls.push(`announce ${files.length}`)
      const failed = trouble()
      if (failed) return failed
      return {
        pieceBytes: PIECE,
        files: files.map(({ sha256, size }) => {
          if (stored.has(sha256)) return { sha256, state: 'stored' as const }
          if (size > 10_000) return { sha256, state: 'refused' as const, reason: 'too-large' }
          return { sha256, state: 'uploading' as const, nextPiece: parts.get(sha256)?.length ?? 0 }
        }),
      }
    },
    async sendPiece(sha256, index, piece) {
      calls.push(`piece ${index}`)
      const failed = trouble()
      if (failed) return failed
      const mine = parts.get(sha256) ?? []
      if (index !== mine.length) return { kind: 'refused', code: 'file-piece-unexpected', reason: '409' }
      parts.set(sha256, [...mine, Buffer.from(piece)])
      const all = Buffer.concat(parts.get(sha256) ?? [])
      if (createHash('sha256').update(all).digest('hex') !== sha256) {
        return { sha256, state: 'uploading', nextPiece: index + 1 }
      }
      stored.set(sha256, all)
      return { sha256, state: 'stored' }
    },
  }
  return { gateway, stored, calls }
}

function aFileStore() {
  const folder = mkdtempSync(join(tmpdir(), 'filestore-'))
  const put = (bytes: number, ageHours = 0): string => {
    const content = randomBytes(bytes)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const path = join(folder, sha256.slice(0, 2), sha256)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    const changedAt = new Date(Date.now() - ageHours * HOUR_MS)
    utimesSync(path, changedAt, changedAt)
    return sha256
  }
  const names = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 60)
  return { folder, put, names }
}

/** Runs the delivery until this holds. */
async function deliver(
  folder: string,
  gateway: FileGateway,
  until: (delivery: ReturnType<typeof createFileDelivery>) => boolean,
  limits = { keepMs: 24 * HOUR_MS, bytes: 1e9 },
) {
  const stop = new AbortController()
  // Back-off in milliseconds instead of seconds.
  const fast = {
    now: clock.now,
    sleep: (ms: number, signal: AbortSignal) => clock.sleep(ms > 50_000 ? ms : ms / 100, signal),
  }
  const delivery = createFileDelivery(
    {
      store: createFileStore(folder),
      gateway,
      pace: async () => undefined,
      giveWay: async () => undefined,
      clock: fast,
      random: () => 0.5,
      logger: createLogger('probe', 'silent'),
    },
    limits,
  )
  const running = delivery.run(stop.signal)
  await expect.poll(() => until(delivery), { timeout: 10_000, interval: 5 }).toBe(true)
  stop.abort()
  await running
  return delivery
}

test('uploads every stored file in pieces, and only those', async () => {
  const { folder, put } = aFileStore()
  const names = [put(1), put(PIECE), put(PIECE + 1), put(7_777)]
  mkdirSync(join(folder, 'tmp'))
  writeFileSync(join(folder, 'tmp', 'a'.repeat(64)), 'not complete')
  mkdirSync(join(folder, 'ab'), { recursive: true })
  symlinkSync('/etc/passwd', join(folder, 'ab', 'ab'.repeat(32)))
  writeFileSync(join(folder, 'ab', 'notes.json'), '{}')
  const { gateway, stored } = aGateway()
  const { figures } = await deliver(folder, gateway, () => stored.size === 4)
  expect([...stored.keys()].toSorted()).toEqual(names.toSorted())
  expect(figures()).toMatchObject({ uploaded: 4, refused: 0, given_up: 0 })
})

test('continues an upload after troubles, without sending a stored piece again', async () => {
  const { folder, put } = aFileStore()
  put(5_500)
  let turn = 0
  const troubles: Array<Trouble | undefined> = [
    undefined,
    undefined,
    { kind: 'lost', reason: 'cut' },
    { kind: 'held', afterMs: 1, reason: '429' },
    undefined,
    undefined,
    { kind: 'lost', reason: 'cut' },
  ]
  const { gateway, stored, calls } = aGateway(() => troubles[turn++])
  await deliver(folder, gateway, () => stored.size === 1)
  const sent = calls.filter((call) => call.startsWith('piece'))
  expect(sent).toEqual(['piece 0', 'piece 1', 'piece 1', 'piece 2', 'piece 2', 'piece 3', 'piece 4', 'piece 5'])
})

test('a file that Suricata announces is uploaded at once', async () => {
  const { folder, put } = aFileStore()
  const { gateway, stored } = aGateway()
  const seen = new Set<string>()
  await deliver(folder, gateway, (delivery) => {
    if (seen.size === 0) {
      const sha256 = put(300)
      seen.add(sha256)
      delivery.see(Buffer.from(JSON.stringify({ event_type: 'fileinfo', fileinfo: { sha256, stored: true } })))
      delivery.see(Buffer.from('{"event_type":"fileinfo", broken'))
    }
    return stored.size === 1
  })
})

test('removes old files that the appliance has or does not take, and keeps the others', async () => {
  const { folder, put, names } = aFileStore()
  put(500, 30)
  put(20_000, 30)
  const young = put(600, 1)
  const { gateway } = aGateway()
  const { figures } = await deliver(folder, gateway, () => names().length === 1)
  expect(names()).toEqual([join(young.slice(0, 2), young)])
  expect(figures()).toMatchObject({ uploaded: 2, refused: 1, given_up: 0 })
})

test('while the appliance is away, a full store loses its oldest files, and says so', async () => {
  const { folder, put, names } = aFileStore()
  put(900, 3)
  const [second, third] = [put(900, 2), put(900, 1)]
  const { gateway } = aGateway(() => ({ kind: 'lost', reason: 'away' }))
  const { figures } = await deliver(folder, gateway, () => names().length === 2, { keepMs: HOUR_MS, bytes: 2_000 })
  expect(new Set(names())).toEqual(new Set([second, third].map((name) => join(name.slice(0, 2), name))))
  expect(figures()).toMatchObject({ waiting: 3, uploaded: 0, given_up: 1 })
})

test('without a file store it does nothing', async () => {
  const { gateway, calls } = aGateway()
  let looks = 0
  await deliver(join(tmpdir(), 'there-is-none'), gateway, () => (looks += 1) > 3)
  expect(calls).toEqual([])
})
