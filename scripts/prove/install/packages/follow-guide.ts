import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../harness/report.ts'
import { readBlocks } from '../../guides/blocks/read-blocks.ts'
import { type DebianMachine, PACKAGES } from './machine/debian-machine.ts'
import { ourTraces } from './machine/leftovers.ts'

const GUIDE = 'docs/guides/operator/one-box.md'
/** What a reader copies from the output of an earlier command. */
const CODE = '<code>'

/** Runs the commands of the guide in the machine, one block after another, and stops at the first that fails. */
export function followGuide(report: Report, machine: DebianMachine): void {
  const page = readFileSync(join(import.meta.dirname, '../../../..', GUIDE), 'utf8')
  const blocks = readBlocks(GUIDE, page).filter(({ norun }) => norun === undefined)
  let code = ''
  for (const { place, text } of blocks) {
    const [first = ''] = text.split('\n')
    const isSetup = first.startsWith('watchpost setup')
    if (isSetup) checkNothingRuns(report, machine)
    report.step(`${place}: ${first}`)
    const startedAt = Date.now()
    const commands = text.replaceAll(CODE, code)
    const { status, output } = machine.tryRun('bash', '-e', '-c', `cd ${PACKAGES}\n${commands}`)
    if (status !== 0) throw new Error(`${place} ended with ${status}:\n${output.slice(-3_000)}`)
    code = /--code (\S+)/.exec(output)?.[1] ?? code
    if (isSetup) report.figure('seconds_setup', (Date.now() - startedAt) / 1_000)
  }
  report.check('the commands of the guide work as printed', true, `${blocks.length} blocks of ${GUIDE}`)
}

function checkNothingRuns(report: Report, machine: DebianMachine): void {
  const { processes, ports } = ourTraces(machine)
  const found = [...processes, ...ports]
  report.check('nothing of ours runs before the setup', found.length === 0, found.join(', '))
}
