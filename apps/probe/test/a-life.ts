import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { aDelivery } from './a-delivery.ts'
import { aGateway, type Fate } from './a-gateway.ts'
import { aMortalDisk, Killed } from './a-mortal-disk.ts'
import { aWriter } from './a-writer.ts'

/** A random scenario for one agent. */
export interface Plan {
  seed: number
  steps: number
  /** Whether rotated files are deleted once all of their lines were accepted. */
  isTidied: boolean
  isRestored: boolean
}

/** A small random generator with a seed, so that a plan always runs the same way. */
function chance(seed: number) {
  let state = seed >>> 0 || 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Writes, rotates, kills, copies and restores the spool at random; then waits until everything is delivered. */
export async function live({ seed, steps, isTidied, isRestored }: Plan) {
  const draw = chance(seed)
  const folder = mkdtempSync(join(tmpdir(), 'probe-model-'))
  mkdirSync(join(folder, 'log'))
  const spool = join(folder, 'spool')
  const backup = join(folder, 'backup')
  const writer = aWriter(join(folder, 'log', 'eve.json'))
  const fates: Fate[] = ['answer-lost', 'lost', 'noted-only', 'held']
  let badness = 0
  const gateway = aGateway(() => (draw() < badness ? (fates[Math.floor(draw() * fates.length)] ?? 'taken') : 'taken'))
  let restores = 0

  /** One run of the agent: until it is killed or `during` returns false. */
  async function incarnation(killAfter: number, during: () => Promise<boolean>): Promise<void> {
    const disk = aMortalDisk(draw)
    disk.killAfter(killAfter)
    const guarded = {
      send: async (...args: Parameters<typeof gateway.send>) => {
        await turn()
        if (disk.isDead()) throw new Killed()
        return gateway.send(...args)
      },
      stateOf: gateway.stateOf,
      abandon: gateway.abandon,
    }
    const stop = new AbortController()
    let delivery: Awaited<ReturnType<typeof aDelivery>> | undefined
    try {
      delivery = await aDelivery(folder, guarded, { disk, random: draw })
      const running = delivery.run(stop.signal)
      const ended = running.then(
        () => true,
        () => true,
      )
      while (!disk.isDead() && (await during())) {
        if (await Promise.race([ended, turn(false)])) break
      }
      stop.abort()
      await running
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    } finally {
      await delivery?.close().catch((error: Error) => {
        if (!(error instanceof Killed)) throw error
      })
    }
  }

  function act(): void {
    const what = draw()
    if (what < 0.5) writer.write(1 + Math.floor(draw() * 30), Math.floor(draw() * 200))
    else if (what < 0.6) writer.writeHalf()
    else if (what < 0.7) writer.rename()
    else if (what < 0.85) writer.reopen()
    else badness = draw() < 0.5 ? 0 : draw() * 0.7
  }

  const isAllTaken = () => writer.written.every((line) => gateway.known.has(line))
  function tidy(): void {
    if (isTidied && isAllTaken()) for (const path of writer.rotated().slice(0, -1)) unlinkSync(path)
  }

  // Files from before the first start are ignored, so let the agent start once first.
  writer.write(1)
  await incarnation(Infinity, async () => gateway.lines().length === 0)
  for (let step = 0; step < steps; step += 1) {
    let actions = Math.floor(draw() * 8)
    await incarnation(Math.floor(draw() * 60), async () => {
      for (let wait = draw() * 30; wait > 0; wait -= 1) await turn()
      act()
      actions -= 1
      return actions > 0
    })
    for (let dead = draw() * 4; dead > 1; dead -= 1) act()
    tidy()
    const care = isRestored ? draw() : 1
    if (care < 0.2) {
      rmSync(backup, { recursive: true, force: true })
      cpSync(spool, backup, { recursive: true, preserveTimestamps: draw() < 0.5 })
    } else if (care < 0.4 && existsSync(backup)) {
      rmSync(spool, { recursive: true })
      cpSync(backup, spool, { recursive: true })
      restores += 1
    }
  }
  badness = 0
  writer.reopen()
  writer.write(1)
  const patience = Date.now() + 20_000
  await incarnation(Infinity, async () => {
    await turn()
    return Date.now() < patience && !isAllTaken()
  })
  rmSync(folder, { recursive: true })
  return { gateway, writer, restores }
}
