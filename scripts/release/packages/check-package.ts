import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

interface Entry {
  mode: string
  owner: string
  path: string
}

/** Folders that packages may write to. */
const PLACES = /^\.\/(usr\/(lib|bin|share\/doc)|lib\/systemd\/system|etc\/watchpost)\//
/** Folders on the way there. */
const WAYS = /^\.\/((usr|lib|etc|usr\/(lib|bin|share)|usr\/share\/doc|lib\/systemd|lib\/systemd\/system)\/)?$/

/** What is wrong with a built package; empty if nothing is. */
export function problemsOf(deb: string): string[] {
  return [...contentProblems(entriesOf(deb)), ...controlProblems(deb)]
}

function contentProblems(entries: readonly Entry[]): string[] {
  const bad = (what: string, isBad: (entry: Entry) => boolean) =>
    entries.filter(isBad).map(({ path }) => `${path} ${what}`)
  const documents = entries.some(({ path }) => /^\.\/usr\/share\/doc\/[^/]+\/copyright$/.test(path))
  return [
    ...bad('does not belong to root', ({ owner }) => owner !== 'root/root'),
    ...bad('is neither a file nor a folder', ({ mode }) => !/^[-d]/.test(mode)),
    ...bad('has the mode of a setuid or setgid file', ({ mode }) => /[sStT]/.test(mode.slice(1))),
    ...bad('can be written by others', ({ mode }) => mode[5] === 'w' || mode[8] === 'w'),
    ...bad('is outside of the folders of packages', ({ path }) => !PLACES.test(path) && !WAYS.test(path)),
    ...(documents ? [] : ['there is no copyright file']),
  ]
}

/** Reads the listing of tar: mode, owner, size, date, time, path. */
function entriesOf(deb: string): Entry[] {
  const listing = execFileSync('dpkg-deb', ['--contents', deb], { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  return listing
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [, mode = '', owner = '', path = ''] = /^(\S+)\s+(\S+)\s+\d+\s+\S+\s+\S+\s+(.*)$/.exec(line) ?? []
      return { mode, owner, path }
    })
}

function controlProblems(deb: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-control-'))
  try {
    execFileSync('dpkg-deb', ['--control', deb, folder])
    return readdirSync(folder).flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      const gaps = /@[A-Z_]+@|\$\{version\}/.exec(text)?.[0]
      return [
        ...(gaps ? [`${name} contains ${gaps}`] : []),
        ...(text.startsWith('#!/bin/sh\n') ? scriptProblems(join(folder, name), text) : []),
        ...(name === 'control' ? descriptionProblems(text) : []),
      ]
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function scriptProblems(path: string, text: string): string[] {
  const { status, stderr } = spawnSync('sh', ['-n', path], { encoding: 'utf8' })
  return [
    ...(status === 0 ? [] : [`${basename(path)}: ${stderr.trim()}`]),
    ...(text.includes('\nset -e\n') ? [] : [`${basename(path)} does not stop at errors`]),
  ]
}

function descriptionProblems(control: string): string[] {
  const [, summary = ''] = /^Description: (.*)$/m.exec(control) ?? []
  return [
    ...(summary.length > 0 && summary.length <= 80 ? [] : ['the summary is missing or longer than 80 characters']),
    ...control
      .split('\n')
      .filter((line) => line.startsWith(' ') && line.length > 80)
      .map((line) => `this line is too long: ${line}`),
  ]
}
