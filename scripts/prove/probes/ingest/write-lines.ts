import { closeSync, openSync, writeSync } from 'node:fs'
import { createGenerator } from '../../../../apps/simulate/src/generate/generator.ts'

const BLOCK = 500

/** Writes a file of events all at once, as input for the measured pipeline. */
export function writeLines(
  path: string,
  { number, count, seed, kinds }: { number: number; count: number; seed: number; kinds: readonly string[] },
): void {
  const frame = { seed, firstRunAt: Date.now(), hours: 1, lap: count, late: 0, alertShare: 0.02, kinds }
  const generator = createGenerator(frame)
  const file = openSync(path, 'w')
  for (let first = 0; first < count; first += BLOCK) {
    const events = generator.events(number, first, Math.min(BLOCK, count - first))
    writeSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  }
  closeSync(file)
}
