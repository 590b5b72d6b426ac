import { hash } from 'node:crypto'
import { appendFileSync, closeSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { createGenerator } from '../../../../apps/simulate/src/generate/generator.ts'

/** The options of the process, as JSON. */
export interface EveWriterOptions {
  /** One per probe, with the number that seeds its events. */
  files: Array<{ eve: string; digests: string; number: number }>
  seed: number
  /** The minimum number of lines over all files; it continues until told to finish. */
  atLeast: number
  perSecond: number
  /** Rotations per file, spread evenly over the minimum number of lines. */
  rotations: number
}

const TICK_MS = 50
const BLOCK = 500

const { files, seed, atLeast, perSecond, rotations } = JSON.parse(process.argv[2] ?? '{}') as EveWriterOptions
const perFile = Math.ceil(atLeast / files.length)
const generator = createGenerator({ seed, firstRunAt: Date.now(), hours: 1, lap: perFile, late: 0, alertShare: 0.02 })
let isFinishing = false
process.on('message', () => {
  isFinishing = true
})
process.on('disconnect', () => process.exit(1))

/** Writes lines in pieces, like the pages of a buffered writer: a line may be completed some time after it began. */
function createWriter({ eve, digests, number }: EveWriterOptions['files'][number]) {
  let file = openSync(eve, 'a')
  let written = 0
  let rotated = 0
  let torn = Buffer.alloc(0)
  writeFileSync(digests, '')

  function rotate(): void {
    flush()
    closeSync(file)
    rotated++
    renameSync(eve, `${eve}.${rotated}`)
    file = openSync(eve, 'a')
  }
  function flush(): void {
    if (torn.length > 0) writeSync(file, torn)
    torn = Buffer.alloc(0)
  }
  return {
    written: () => written,
    flush,
    write(count: number): void {
      flush()
      if (rotated < rotations && written >= ((rotated + 1) * perFile) / (rotations + 1)) rotate()
      const lines = generator.events(number, written, count).map((event) => JSON.stringify(event))
      appendFileSync(digests, lines.map((line) => `${hash('sha256', line, 'hex').slice(0, 16)}\n`).join(''))
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
      const kept = bytes.length - (written % 97)
      writeSync(file, bytes.subarray(0, kept))
      torn = Buffer.from(bytes.subarray(kept))
      written += count
    },
  }
}

const writers = files.map(createWriter)
const total = () => writers.reduce((sum, writer) => sum + writer.written(), 0)
const startedAt = performance.now()
const timer = setInterval(() => {
  if (isFinishing && total() >= atLeast) {
    for (const writer of writers) writer.flush()
    clearInterval(timer)
    console.log(JSON.stringify({ lines: total(), seconds: (performance.now() - startedAt) / 1_000 }))
    process.disconnect()
    process.exit(0)
  }
  // Lost time is made up for, but not all at once.
  const due = Math.min(((performance.now() - startedAt) / 1_000) * perSecond - total(), BLOCK * files.length)
  const each = Math.floor(due / files.length)
  if (each > 0) for (const writer of writers) writer.write(each)
}, TICK_MS)
