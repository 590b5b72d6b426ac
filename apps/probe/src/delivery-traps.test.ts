import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aDelivery } from '../test/a-delivery.ts'
import { aGateway, type Fate } from '../test/a-gateway.ts'
import { aWriter } from '../test/a-writer.ts'
import { createDisk } from './disk/disk.ts'

/** A folder with an EVE file, its writer, a gateway, and consecutive runs of the agent. */
function aSensor(changes: Parameters<typeof aDelivery>[2] = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'probe-traps-'))
  mkdirSync(join(folder, 'log'))
  const mood: { now: Fate; next: Fate[] } = { now: 'taken', next: [] }
  const gateway = aGateway(() => mood.next.shift() ?? mood.now)
  const writer = aWriter(join(folder, 'log', 'eve.json'))
  async function life(until: (delivery: Awaited<ReturnType<typeof aDelivery>>) => Promise<unknown>, more = {}) {
    const delivery = await aDelivery(folder, gateway, { ...changes, ...more })
    const stop = new AbortController()
    const running = delivery.run(stop.signal)
    await Promise.race([until(delivery), running])
    stop.abort()
    await running
    const losses = delivery.losses.list().map(({ reason }) => reason)
    const figures = await delivery.figures()
    await delivery.close()
    return { losses, figures, stream: delivery.spool.position().stream }
  }
  const taken =
    (lines = writer.written.length) =>
    () =>
      expect.poll(() => gateway.lines().length, { timeout: 5_000 }).toBe(lines)
  return {
    folder,
    eve: join(folder, 'log', 'eve.json'),
    spool: join(folder, 'spool'),
    gateway,
    writer,
    mood,
    life,
    taken,
  }
}

test('ignores rotated files from before the first start, and reads the EVE file from its beginning', async () => {
  const { folder, gateway, writer, life, taken } = aSensor()
  const old = join(folder, 'log', 'eve.json.1')
  writeFileSync(old, '{"old":1}\n')
  // File times have a resolution of some milliseconds: a file from the moment when the agent started is read.
  utimesSync(old, new Date(), new Date(Date.now() - 1_000))
  writer.write(5)
  await life(taken())
  expect(gateway.lines()).toEqual(writer.written)
})

test('reads files that were rotated while the agent was stopped in order, also when a held one was removed', async () => {
  const { gateway, writer, life, taken } = aSensor()
  writer.write(3)
  await life(taken())
  for (let rotation = 0; rotation < 4; rotation += 1) {
    writer.write(3)
    writer.rename()
    writer.reopen()
  }
  const [oldest] = writer.rotated()
  if (oldest) rmSync(oldest)
  writer.write(3)
  const { losses } = await life(taken())
  expect(gateway.lines()).toEqual(writer.written)
  expect(losses).toEqual([])
})

test('reads a file that was rotated with copytruncate to its end from the copy, and reports a possible loss', async () => {
  const { gateway, writer, life, taken } = aSensor()
  writer.write(50)
  const { losses } = await life(async () => {
    await taken(50)()
    writer.write(7)
    writer.copyTruncate()
    writer.write(60, 400)
    await taken()()
  })
  expect(gateway.lines()).toEqual(writer.written)
  expect(losses).toEqual([expect.stringContaining('copied and cut off')])
})

test('after copytruncate twice while the agent was stopped, reads nothing twice and skips nothing', async () => {
  const { gateway, writer, life, taken } = aSensor()
  writer.write(50)
  await life(taken())
  writer.write(7)
  writer.copyTruncate()
  writer.write(9)
  writer.copyTruncate()
  writer.write(60)
  await life(taken())
  expect(gateway.lines()).toEqual(writer.written)
})

test('reports a file that was truncated without a copy, and continues at its new beginning', async () => {
  const { eve, gateway, writer, life, taken } = aSensor()
  writer.write(30)
  await life(taken())
  writeFileSync(eve, '')
  writer.write(3)
  const { losses } = await life(taken())
  expect(gateway.lines()).toEqual(writer.written)
  expect(losses).toEqual(['a file that had not been read to its end is gone'])
})

test('skips and reports more than 8 MiB without a line feed, and sends a line of 2 MiB', async () => {
  const { eve, gateway, writer, life, taken } = aSensor()
  writer.write(1)
  appendFileSync(eve, `${'x'.repeat(9 * 1024 ** 2)}\n`)
  writer.write(1, 2 * 1024 ** 2)
  const { losses } = await life(taken(2))
  expect(gateway.lines()).toEqual(writer.written)
  expect(losses).toEqual(['more than 8 MiB without a line feed were left out'])
})

test('holds back a last line without a line feed until its file has ended', async () => {
  const { eve, gateway, writer, life, taken } = aSensor()
  writer.write(2)
  appendFileSync(eve, '{"torn":')
  await life(taken(2))
  expect(gateway.lines()).toHaveLength(2)
  writer.rename()
  writer.reopen()
  writer.write(1)
  await life(taken(4))
  expect(gateway.lines().toSorted()).toEqual([...writer.written, '{"torn":'].toSorted())
})

test('a restored older spool continues its stream when the files lead to the same line', async () => {
  const { folder, spool, gateway, writer, life, taken } = aSensor()
  writer.write(10)
  const { stream } = await life(taken())
  cpSync(spool, join(folder, 'copy'), { recursive: true })
  writer.write(25)
  writer.rename()
  writer.reopen()
  writer.write(5)
  await life(taken())
  rmSync(spool, { recursive: true })
  cpSync(join(folder, 'copy'), spool, { recursive: true })
  writer.write(4)
  expect(await life(taken())).toMatchObject({ stream, losses: [] })
  expect(gateway.conflicts).toEqual([])
  expect(gateway.streams.size).toBe(1)
})

test('a restored older spool whose files are gone starts a new stream and loses no existing line', async () => {
  const { folder, spool, gateway, writer, life, taken } = aSensor()
  writer.write(10)
  const { stream } = await life(taken())
  cpSync(spool, join(folder, 'copy'), { recursive: true })
  writer.write(25)
  writer.rename()
  writer.reopen()
  writer.write(5)
  await life(taken())
  rmSync(spool, { recursive: true })
  cpSync(join(folder, 'copy'), spool, { recursive: true })
  for (const path of writer.rotated()) rmSync(path)
  writer.write(4)
  const before = writer.written.length
  const second = await life(() => expect.poll(() => gateway.known.size, { timeout: 5_000 }).toBe(before))
  expect(second.stream).not.toBe(stream)
  expect(gateway.conflicts).toEqual([])
})

test('abandons a torn stream: refused lines get new sequences, accepted ones keep theirs', async () => {
  const { gateway, writer, mood, life, taken } = aSensor()
  writer.write(10)
  await life(taken())
  writer.write(10)
  mood.next.push('taken', 'torn')
  await life(taken())
  expect(gateway.conflicts).toEqual([])
  expect([...gateway.streams.values()].map(({ lines }) => lines.size).filter(Boolean)).toEqual([10, 10])
})

test('reads a damaged batch again from its file, and abandons its sequences when the file is gone', {
  timeout: 20_000,
}, async () => {
  const { spool, eve, gateway, writer, life, taken, mood } = aSensor()
  const damage = () => {
    const folder = join(spool, 'batches')
    const [oldest = ''] = readdirSync(folder).sort()
    appendFileSync(join(folder, oldest), 'x')
  }
  const read = (delivery: Awaited<ReturnType<typeof aDelivery>>) =>
    expect.poll(() => delivery.spool.position().total, { timeout: 5_000 }).toBe(writer.written.length)
  writer.write(1)
  await life(taken())
  writer.write(60)
  mood.now = 'held'
  await life(read)
  damage()
  mood.now = 'taken'
  await life(taken())
  expect(gateway.lines()).toEqual(writer.written)

  writer.write(60)
  mood.now = 'held'
  await life(read)
  damage()
  rmSync(eve)
  rmSync(join(spool, 'held'), { recursive: true })
  mood.now = 'taken'
  const given = () => gateway.abandoned.reduce((sum, { first, last }) => sum + last - first + 1, 0)
  await life(() =>
    expect.poll(() => given() > 0 && given() + gateway.known.size, { timeout: 5_000 }).toBe(writer.written.length),
  )
  const [range] = gateway.abandoned
  expect(range).toMatchObject({ first: 61, reason: expect.stringContaining('damaged') })
  const lost = writer.written.flatMap((line, index) => (gateway.known.has(line) ? [] : index))
  expect([lost[0], lost.at(-1)]).toEqual([range?.first, range?.last])
})

test('a full spool stops reading and continues when there is room again', async () => {
  const { gateway, writer, mood, life, taken } = aSensor({ spoolLimitBytes: 300 })
  writer.write(1)
  await life(taken())
  writer.write(200)
  mood.now = 'held'
  await life(async (delivery) => {
    await expect.poll(() => delivery.spool.isFull(), { timeout: 5_000 }).toBe(true)
    expect((await delivery.figures()).unreadBytes).toBeGreaterThan(0)
    mood.now = 'taken'
    await taken()()
  })
  expect(gateway.lines()).toEqual(writer.written)
})

test('keeps files open that cannot be linked, and reads them to their end after they were deleted', async () => {
  const disk = { ...createDisk({ isSynced: false }), link: async () => 'impossible' as const }
  const { gateway, writer, life, taken } = aSensor({ disk })
  writer.write(5)
  const { figures } = await life(async () => {
    await taken(5)()
    writer.write(5)
    writer.rename()
    for (const path of writer.rotated()) rmSync(path)
    writer.reopen()
    writer.write(5)
    await taken()()
  })
  expect(gateway.lines()).toEqual(writer.written)
  expect(figures.isLinking).toBe(false)
})

test('another probe gets another stream, starting at its first sequence', async () => {
  const { gateway, writer, life, taken } = aSensor()
  writer.write(5)
  const first = await life(taken())
  writer.write(5)
  const second = await life(taken(), { owner: '8@https://appliance.test' })
  expect(second.stream).not.toBe(first.stream)
  expect(gateway.streams.get(second.stream)?.lines.size).toBe(5)
})
