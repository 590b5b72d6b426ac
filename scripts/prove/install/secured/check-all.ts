import type { Report } from '../../harness/report.ts'

const LEAST_TRIED = 20

/** Checks that every operation ended in the same way, and that there were enough of them. */
export function checkAll(
  report: Report,
  name: string,
  outcomes: ReadonlyMap<string, string>,
  wanted: string,
  least = LEAST_TRIED,
): void {
  const others = [...outcomes].filter(([, outcome]) => outcome !== wanted).map((each) => each.join(': '))
  const isHeld = others.length === 0 && outcomes.size >= least
  report.check(name, isHeld, [`${outcomes.size - others.length} of ${outcomes.size} ${wanted}`, ...others].join('; '))
}
