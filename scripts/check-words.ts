import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crowdedFolders } from './check/folder-size.ts'
import { findWords } from './check/words/find-words.ts'
import { judgeWords } from './check/words/judge-words.ts'
import { toDo } from './check/words/to-do.ts'

/** Checks UI texts, documents, comments and test names for words we do not write, and lists crowded folders. */
const root = join(import.meta.dirname, '..')
// ADRs stay as accepted; the word list contains every word.
const exempt = [':!docs/adr', ':!scripts/check/words']
const listed = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.ts', '*.tsx', '*.css', '*.md', ...exempt],
  { cwd: root, encoding: 'utf8' },
)
const paths = listed.split('\n').filter((path) => path && existsSync(join(root, path)))

const findings = paths.flatMap((path) => findWords(path, readFileSync(join(root, path), 'utf8')))
const { failures, notes } = judgeWords(findings, toDo)
for (const failure of failures) console.error(failure)
for (const note of notes) console.log(`warning: ${note}`)
const crowded = crowdedFolders(paths)
if (crowded.length > 0) console.log(`warning: folders with more than 15 source files: ${crowded.join(', ')}`)
const left = Object.values(toDo).reduce((sum, count) => sum + count, 0)
console.log(`words: ${paths.length} files, ${failures.length} failures, ${left} occurrences left to rewrite`)
if (failures.length > 0) process.exitCode = 1
