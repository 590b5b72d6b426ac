import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createReport, type Report } from '../harness/report.ts'
import { announcedStatuses, type CommandBlock, readBlocks } from './read-blocks.ts'
import { type BlockResult, runBlocks } from './run-blocks.ts'

/** In this order: the README sets up what the guides use. */
const PAGES = ['README.md', 'docs/guides/analyst.md', 'docs/guides/integrator.md', 'docs/guides/operator.md']
const PORTS = [8_443, 8_444, 8_445]
const ENGINE_PORT = 19_200
/** Added to the ports of the proof's own stack, which may run at the same time. */
const OWN_OFFSET = 125
/** A reader reads on while events are stored; the proof waits. */
const SENDING = 'pnpm simulate'
const LONGEST_WAIT_S = 180

/** The commands in the README and the guides work as printed, starting from a clean copy of this checkout. */
export async function proveGuides(): Promise<void> {
  const report = createReport('guides')
  process.env.WATCHPOST_STACK_PORT_OFFSET = String(Number(process.env.WATCHPOST_STACK_PORT_OFFSET) + OWN_OFFSET)
  const copy = copyCheckout()
  report.step('a clean copy of the checkout')
  try {
    for (const page of PAGES) await provePage(report, copy, page)
  } finally {
    execFileSync('bash', ['-c', '. scripts/env && pnpm stack reset --yes'], { cwd: copy, stdio: 'ignore' })
    rmSync(copy, { recursive: true, force: true })
  }
  report.end()
}

/** All files that git would track, without anything installed, built or stored here. */
function copyCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'watchpost-guides-'))
  const list = 'git ls-files --cached --others --exclude-standard -z'
  const pack = 'tar --null --ignore-failed-read --files-from=- --create --file=- 2>/dev/null'
  execFileSync('bash', ['-c', `${list} | ${pack} | tar --extract --directory="$0"`, copy])
  return copy
}

async function provePage(report: Report, copy: string, page: string): Promise<void> {
  const blocks = readBlocks(readFileSync(join(copy, page), 'utf8'))
  const runnable = blocks.filter(({ norun }) => norun === undefined)
  const unexplained = blocks.filter(({ norun }) => norun === '')
  report.step(`${page}: ${runnable.length} of ${blocks.length} blocks run`)
  const results = await runBlocks(runnable.map(withOurPorts), copy)
  const bad = runnable.flatMap((block) => {
    const result = results.find(({ line }) => line === block.line)
    const fault = faultOf(block, result)
    return fault ? [`line ${block.line}: ${fault}\n${result?.output ?? ''}`] : []
  })
  report.check(
    `${page}: every command works as printed`,
    bad.length === 0,
    bad.join('\n') || `${runnable.length} blocks`,
  )
  report.check(
    `${page}: every block that does not run says why`,
    unexplained.length === 0,
    unexplained.map(({ line }) => `line ${line}`).join() || `${blocks.length - runnable.length} blocks`,
  )
  const requests = results.flatMap(({ statuses }) => statuses)
  report.figure(`${page}: requests`, requests.length)
}

/** The stack of the copy uses its own ports. */
function withOurPorts({ text, ...block }: CommandBlock): CommandBlock {
  const offset = Number(process.env.WATCHPOST_STACK_PORT_OFFSET)
  const moved = PORTS.reduce((now, port) => now.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${port + offset}`), text)
  const wait = text.includes(SENDING) ? untilStored(`http://127.0.0.1:${ENGINE_PORT + offset}`) : ''
  return { ...block, text: `${moved}\n${wait}` }
}

/** Commands that wait until the number of stored alerts stops changing. */
function untilStored(engine: string): string {
  return `before=
for _ in $(seq ${LONGEST_WAIT_S / 3}); do
  sleep 3
  stored=$(command curl -s '${engine}/*alerts-*/_count' | grep -o '"count":[1-9][0-9]*' || true)
  if [ -n "$stored" ] && [ "$stored" = "$before" ]; then break; fi
  before=$stored
done`
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
