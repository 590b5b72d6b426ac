import { appendFileSync, copyFileSync, existsSync, readdirSync, renameSync, truncateSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Writes an EVE file as Suricata and logrotate do. Every line is unique. */
export function aWriter(eveFile: string) {
  const written: string[] = []
  let target = eveFile
  let rest = ''

  function rotated(): string[] {
    const own = basename(eveFile)
    return readdirSync(dirname(eveFile))
      .filter((name) => /^\.\d+$/.test(name.slice(own.length)))
      .sort((a, b) => Number(b.slice(own.length + 1)) - Number(a.slice(own.length + 1)))
  }

  function shift(): void {
    for (const name of rotated()) {
      const number = Number(name.slice(basename(eveFile).length + 1))
      const to = `${eveFile}.${number + 1}`
      renameSync(join(dirname(eveFile), name), to)
      if (target.endsWith(`.${number}`)) target = to
    }
  }

  return {
    /** In the order of writing. */
    written,
    rotated: () => rotated().map((name) => join(dirname(eveFile), name)),
    write(count: number, padding = 40): void {
      for (let each = 0; each < count; each += 1) {
        const line = `{"timestamp":"2026-11-16T00:00:00.000000+0000","n":${written.length},"p":"${'x'.repeat(padding)}"}`
        written.push(line)
        appendFileSync(target, `${rest}${line}\n`)
        rest = ''
      }
    },
    /** Starts a line; the next `write` completes it and continues. */
    writeHalf(): void {
      if (rest) return
      const line = `{"half":${written.length}}`
      written.push(line)
      appendFileSync(target, line)
      rest = '\n'
    },
    /** Renames the file. Writes go to the renamed file until `reopen`. */
    rename(): void {
      if (!existsSync(eveFile) || target !== eveFile) return
      shift()
      renameSync(eveFile, `${eveFile}.1`)
      target = `${eveFile}.1`
    },
    reopen(): void {
      if (target === eveFile) return
      if (rest) appendFileSync(target, rest)
      rest = ''
      target = eveFile
    },
    copyTruncate(): void {
      shift()
      copyFileSync(eveFile, `${eveFile}.1`)
      truncateSync(eveFile)
    },
  }
}
