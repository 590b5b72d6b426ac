import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'postject'
import { bundleProbe } from './release/bundle/bundle-probe.ts'

/**
 * Builds the probe agent's executable, `dist/probe/watchpost-probe`: the bundled agent inside a copy of the Node that
 * runs this script. A sensor needs nothing else.
 */
const root = join(import.meta.dirname, '..')
const folder = join(root, 'dist', 'probe')
const bundle = join(folder, 'watchpost-probe.cjs')
const blob = join(folder, 'watchpost-probe.blob')
const draft = join(folder, 'watchpost-probe.draft')
const executable = join(folder, 'watchpost-probe')

mkdirSync(folder, { recursive: true })
await bundleProbe(root, bundle)
makeBlob()
await makeExecutable()
for (const path of [bundle, blob, join(folder, 'sea.json')]) rmSync(path)
const mebibytes = statSync(executable).size / 1024 ** 2
console.log(`${executable}: ${mebibytes.toFixed(1)} MiB, Node ${process.version}`)

/**
 * The V8 code cache saves most of the start-up time. A small heap is enough, because event lines are kept outside it.
 */
function makeBlob(): void {
  const config = {
    main: bundle,
    output: blob,
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    execArgv: ['--max-semi-space-size=2', '--max-old-space-size=96'],
  }
  writeFileSync(join(folder, 'sea.json'), JSON.stringify(config))
  execFileSync(process.execPath, ['--experimental-sea-config', join(folder, 'sea.json')], { stdio: 'inherit' })
}

/** Write a new file and rename it: a running agent keeps the file it was started from. */
async function makeExecutable(): Promise<void> {
  copyFileSync(process.execPath, draft)
  chmodSync(draft, 0o755)
  await inject(draft, 'NODE_SEA_BLOB', readFileSync(blob), {
    sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
  })
  renameSync(draft, executable)
}
