import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '../../harness/report.ts'
import { blocksOf, operatorPages } from '../blocks/guide-pages.ts'
import { checkReasons, judgePage } from '../blocks/judge-blocks.ts'
import type { CommandBlock } from '../blocks/read-blocks.ts'
import { runBlocks } from '../blocks/run-blocks.ts'

/** `pnpm prove install --only packages` runs it. */
const ONE_BOX = 'one-box.md'
const PORTS = [8_443, 8_444, 8_445]
const ENGINE_PORT = 19_200
/** Added to the ports of the proof's own stack, which may run at the same time. */
const OWN_OFFSET = 125
/** A reader reads on while events are stored; the proof waits. */
const SENDING = 'pnpm simulate'
const LONGEST_WAIT_S = 180

/** Files of an installation, and of a stack. */
const paths: Readonly<Record<string, string>> = {
  '/var/lib/watchpost/tls/ca.pem': '.stack/ca.pem',
  '/root/watchpost-key': '.stack/watchpost-key',
}

/** The README, the guides of analysts and integrators, and what of the operator's guide a stack can run. */
export async function proveOnCheckout(report: Report): Promise<void> {
  process.env.WATCHPOST_STACK_PORT_OFFSET = String(Number(process.env.WATCHPOST_STACK_PORT_OFFSET) + OWN_OFFSET)
  const copy = copyCheckout()
  report.step('a clean copy of the checkout')
  const operator = operatorPages()
  checkReasons(
    report,
    ['README.md', 'docs/guides/analyst.md', 'docs/guides/integrator.md', ...operator].flatMap(blocksOf),
  )
  try {
    // Pages that share a shell. The README sets up what the guides use.
    await provePages(report, copy, ['README.md'])
    await provePages(report, copy, ['docs/guides/analyst.md'])
    await provePages(report, copy, ['docs/guides/integrator.md'])
    await provePages(report, copy, operator, asOnAppliance())
  } finally {
    execFileSync('bash', ['-c', '. scripts/env && pnpm stack reset --yes'], { cwd: copy, stdio: 'ignore' })
    rmSync(copy, { recursive: true, force: true })
  }
}

/** All files that git would track, without anything installed, built or stored here. */
function copyCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'watchpost-guides-'))
  const list = 'git ls-files --cached --others --exclude-standard -z'
  const pack = 'tar --null --ignore-failed-read --files-from=- --create --file=- 2>/dev/null'
  execFileSync('bash', ['-c', `${list} | ${pack} | tar --extract --directory="$0"`, copy])
  return copy
}

async function provePages(report: Report, copy: string, pages: readonly string[], prelude?: string): Promise<void> {
  const blocks = pages.map((page) => (page.endsWith(ONE_BOX) ? [] : blocksOf(page).filter(runsInStack)))
  const results = await runBlocks(blocks.flat().map(inOurStack), { cwd: copy, ...(prelude && { prelude }) })
  for (const [at, page] of pages.entries()) judgePage(report, page, blocks[at] ?? [], results)
  report.figure(`${pages[0]}: requests`, results.flatMap(({ statuses }) => statuses).length)
}

function runsInStack({ norun, needsPackages, on }: CommandBlock): boolean {
  return norun === undefined && !needsPackages && !on
}

/** The stack of the copy uses its own ports, and has its files in other places than an installation. */
function inOurStack({ text, place }: CommandBlock): Pick<CommandBlock, 'place' | 'text'> {
  const offset = Number(process.env.WATCHPOST_STACK_PORT_OFFSET)
  const moved = PORTS.reduce((now, port) => now.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${port + offset}`), text)
  const found = Object.entries(paths).reduce((now, [from, to]) => now.replaceAll(from, to), moved)
  const wait = text.includes(SENDING) ? untilStored(`http://127.0.0.1:${ENGINE_PORT + offset}`) : ''
  return { place, text: `${found}\n${wait}` }
}

/** What an operator's shell has: the command, and an API key that was made on the page "API keys". */
function asOnAppliance(): string {
  const api = `https://127.0.0.1:${8_443 + Number(process.env.WATCHPOST_STACK_PORT_OFFSET)}/api`
  const scopes = '["search", "alerts:read", "alerts:write", "exports", "probes", "admin"]'
  return `. scripts/env
watchpost() { WATCHPOST_CONFIG_FILE=.stack/watchpost.env node apps/appliance/src/main.ts "$@"; }
token=$(curl -sS --cacert .stack/ca.pem --json @.stack/admin.json ${api}/auth/login | grep -o 'apk_[A-Za-z0-9_-]*')
curl -sS --cacert .stack/ca.pem -H "API-KEY: $token" --json '{"name": "guide", "scopes": ${scopes}}' ${api}/auth/keys |
  jq -r .key >.stack/watchpost-key`
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
