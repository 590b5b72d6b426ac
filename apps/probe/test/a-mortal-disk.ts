import { writeFile } from 'node:fs/promises'
import { createDisk, type Disk } from '../src/disk/disk.ts'

/** The process that used this disk was killed. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

/** A real disk whose process is killed before, during or after its n-th operation. */
export function aMortalDisk(draw: () => number) {
  const disk = createDisk({ isSynced: false })
  let left = Infinity
  const isDead = () => left <= 0

  async function step<T>(run: () => Promise<T>, half?: () => Promise<void>): Promise<T> {
    if (isDead()) throw new Killed()
    left -= 1
    if (!isDead()) return run()
    const when = draw()
    if (when < 0.4) await half?.()
    if (when > 0.7) await run()
    throw new Killed()
  }

  const mortal: Disk = {
    create: (path, parts) =>
      step(
        () => disk.create(path, parts),
        async () => {
          const all = Buffer.concat(parts)
          await writeFile(path, all.subarray(0, Math.floor(draw() * all.length)))
        },
      ),
    replace: (path, data, mode) =>
      step(
        () => disk.replace(path, data, mode),
        () => writeFile(`${path}.draft`, data.slice(0, 7)),
      ),
    rename: (from, to) => step(() => disk.rename(from, to)),
    remove: (path) => step(() => disk.remove(path)),
    link: (from, to) => step(() => disk.link(from, to)),
  }
  return { ...mortal, isDead, killAfter: (steps: number) => void (left = steps) }
}
