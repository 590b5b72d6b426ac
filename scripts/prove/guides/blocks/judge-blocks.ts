import type { Report } from '../../harness/report.ts'
import { announcedStatuses, type CommandBlock } from './read-blocks.ts'
import type { BlockResult } from './run-blocks.ts'

/** Checks that every block of a page that ran worked as printed. */
export function judgePage(
  report: Report,
  page: string,
  ran: readonly CommandBlock[],
  results: readonly BlockResult[],
): void {
  if (ran.length === 0) return
  const bad = ran.flatMap((block) => {
    const result = results.find(({ place }) => place === block.place)
    const fault = faultOf(block, result)
    return fault ? [`${block.place}: ${fault}\n${result?.output ?? ''}`] : []
  })
  report.check(`${page}: every command works as printed`, bad.length === 0, bad.join('\n') || `${ran.length} blocks`)
}

/** Checks that every block that does not run anywhere says why. */
export function checkReasons(report: Report, blocks: readonly CommandBlock[]): void {
  const without = blocks.filter(({ norun }) => norun !== undefined)
  const unexplained = without.filter(({ norun }) => norun === '')
  report.check(
    'every block that does not run says why',
    unexplained.length === 0,
    unexplained.map(({ place }) => place).join() || `${without.length} of ${blocks.length} blocks`,
  )
}

/** Why a block does not work as printed: a command failed, or a request was rejected without the block saying so. */
function faultOf({ text }: CommandBlock, result: BlockResult | undefined): string | undefined {
  if (!result) return 'the shell ended before it'
  const { failures, statuses } = result
  if (failures.length > 0) return failures.join('; ')
  const rejected = statuses.filter((status) => status >= 400).join()
  const announced = announcedStatuses(text).join()
  return rejected === announced
    ? undefined
    : `rejected with ${rejected || 'nothing'}, announced: ${announced || 'nothing'}`
}
