import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Who may read a file or folder. Root owns it. */
export interface Access {
  mode: number
  /** Root's group if left out. */
  group?: string
}

export interface CommandOptions {
  /** The system user that runs it; root if left out. */
  user?: string
  env?: Record<string, string>
}

/** The machine on which the appliance is set up, or a plan of what would be done there. */
export interface Machine {
  /** Whether files are written to their final places and commands run. */
  isLive: boolean
  has(path: string): boolean
  /** Undefined if the file does not exist. */
  read(path: string): string | undefined
  /** The path under which other code can open a file of this machine. */
  pathOf(path: string): string
  makeFolder(path: string, access: Access): void
  /** Writes a file atomically. A plan does not ask for its text. */
  write(path: string, text: () => string, access: Access): 'written' | 'kept'
  /** Replaces the text of an existing file, which keeps its owner, group and mode. */
  replace(path: string, text: string): void
  remove(path: string): void
  /** Lets a group read a file that another program wrote. */
  share(path: string, access: Access): void
  /** Returns what the command prints; nothing in a plan. */
  run(words: readonly string[], options?: CommandOptions): Promise<string>
}

export interface MachineOptions {
  /** Put before every path. With another folder than `/`, no owner is changed, and commands are only shown. */
  root?: string
  /** Writes nothing, and only shows what would be done. */
  isDry?: boolean
  say(line: string): void
}

/** The machine itself; with `root` or `isDry`, a plan. */
export function createMachine({ root = '/', isDry = false, say }: MachineOptions): Machine {
  const isLive = root === '/' && !isDry
  const pathOf = (path: string) => join(root, path)
  const has = (path: string) => existsSync(pathOf(path))
  const read = (path: string) => (has(path) ? readFileSync(pathOf(path), 'utf8') : undefined)

  function restrict(file: string, { mode, group }: Access): void {
    // The group comes first: with the new mode and the old group, wrong users could read it.
    if (isLive) chownSync(file, 0, group === undefined ? 0 : groupId(group))
    chmodSync(file, mode)
  }

  return {
    isLive,
    has,
    read,
    pathOf,
    makeFolder(path, access) {
      if (isDry) return
      mkdirSync(pathOf(path), { recursive: true, mode: 0o700 })
      restrict(pathOf(path), access)
    },
    write(path, text, access) {
      if (isDry) {
        say(`would ${has(path) ? 'check' : 'write'} ${path}`)
        return has(path) ? 'kept' : 'written'
      }
      const file = pathOf(path)
      const wanted = text()
      if (read(path) === wanted) {
        restrict(file, access)
        return 'kept'
      }
      mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
      rmSync(`${file}.new`, { force: true })
      writeFileSync(`${file}.new`, wanted, { mode: 0o600 })
      restrict(`${file}.new`, access)
      renameSync(`${file}.new`, file)
      return 'written'
    },
    replace(path, text) {
      if (isDry) return say(`would change ${path}`)
      const file = pathOf(path)
      const { uid, gid, mode } = statSync(file)
      writeFileSync(`${file}.new`, text, { mode: 0o600 })
      if (isLive) chownSync(`${file}.new`, uid, gid)
      chmodSync(`${file}.new`, mode & 0o777)
      renameSync(`${file}.new`, file)
    },
    remove(path) {
      if (!isDry) rmSync(pathOf(path), { force: true })
    },
    share(path, access) {
      if (isLive) restrict(pathOf(path), access)
    },
    async run(words, { user, env } = {}) {
      const [command = '', ...args] = user === undefined ? words : ['runuser', '-u', user, '--', ...words]
      if (!isLive) {
        say(`would run: ${[command, ...args].join(' ')}`)
        return ''
      }
      const { stdout } = await execute(command, args, { cwd: '/', env: { ...process.env, ...env } })
      return stdout.trim()
    },
  }
}

function groupId(name: string): number {
  const line = execFileSync('getent', ['group', name], { encoding: 'utf8' })
  return Number(line.split(':')[2])
}
