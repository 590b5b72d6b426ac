export interface ReportOptions {
  /** False on a machine that is kept busy: times are then only reported as figures. */
  isTimed?: boolean
}

/** The results of a proof: checks and figures. Printed as a table, and as one JSON object at the end. */
export function createReport(topic: string, { isTimed = true }: ReportOptions = {}) {
  const checks: Array<{ name: string; isHeld: boolean; detail: string }> = []
  const figures: Record<string, number | string | boolean> = {}
  const startedAt = Date.now()

  return {
    /** Prints progress of long work. */
    step(text: string): void {
      console.log(`[${String(Math.round((Date.now() - startedAt) / 1_000)).padStart(4)} s] ${text}`)
    },
    figure(name: string, value: number | string | boolean): void {
      figures[name] = typeof value === 'number' ? Math.round(value * 1_000) / 1_000 : value
    },
    check(name: string, isHeld: boolean, detail = ''): void {
      checks.push({ name, isHeld, detail })
      this.step(`${isHeld ? 'holds ' : 'FAILS '} ${name}${detail ? `: ${detail}` : ''}`)
    },
    /** Checks a time in seconds; only a figure where times are not judged. */
    checkTime(name: string, seconds: number, allowed: number): void {
      const detail = `${seconds.toFixed(1)} s of ${allowed.toFixed(1)} s`
      if (isTimed) this.check(name, seconds <= allowed, detail)
      else this.figure(name, detail)
    },
    /** Prints everything and sets the exit code: non-zero if any check failed or none was made. */
    end(): void {
      const width = Math.max(
        ...checks.map(({ name }) => name.length),
        ...Object.keys(figures).map((name) => name.length),
        10,
      )
      console.log(`\n${topic}`)
      for (const { name, isHeld, detail } of checks)
        console.log(`  ${isHeld ? 'ok  ' : 'FAIL'}  ${name.padEnd(width)}  ${detail}`)
      for (const [name, value] of Object.entries(figures)) console.log(`        ${name.padEnd(width)}  ${value}`)
      const failed = checks.filter(({ isHeld }) => !isHeld).length
      figures.seconds = Math.round((Date.now() - startedAt) / 1_000)
      const isProven = failed === 0 && checks.length > 0
      console.log(JSON.stringify({ topic, proven: isProven, checks: checks.length, failed, ...figures }))
      if (!isProven) process.exitCode = 1
    },
  }
}
export type Report = ReturnType<typeof createReport>
