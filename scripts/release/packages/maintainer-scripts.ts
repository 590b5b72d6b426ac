import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Managed, Package } from './package-list.ts'

const scripts = ['postinst', 'prerm', 'postrm'] as const

export interface ControlMember {
  name: string
  text: string
  isExecutable: boolean
}

/** The maintainer scripts of a package and its debconf template, from the texts that all packages share. */
export function maintainerScripts(root: string, { name, managed }: Package): ControlMember[] {
  if (!managed) return []
  const folder = join(root, 'deploy/packages')
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const values = valuesFor(name, managed, managed.hasDatabase ? read('delete-database').trimEnd() : ':')
  return [
    ...scripts.map((script) => ({ name: script, text: fill(read(script), values), isExecutable: true })),
    {
      name: 'templates',
      text: fill(read('templates'), { ...values, DATA: inLines(managed.data) }),
      isExecutable: false,
    },
  ]
}

function valuesFor(name: string, managed: Managed, deleteMore: string): Record<string, string> {
  const { units, innerUnits = [], users, groups = [], folders, data } = managed
  return {
    PACKAGE: name,
    UNITS: units.join(' '),
    STOPPED_UNITS: [...units, ...innerUnits].join(' '),
    USERS: users.join(' '),
    GROUPS: groups.join(' ') || '""',
    FOLDERS: folders.map(({ path, mode, owner }) => `folder ${mode} ${owner} ${path}`).join('\n  '),
    DATA: data.join(' '),
    DELETE_MORE: deleteMore,
  }
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/@([A-Z_]+)@/g, (whole, key: string) => values[key] ?? whole)
}

/** A list as lines of a debconf description, which wraps them again. */
function inLines(names: readonly string[]): string {
  return names.join('\n ')
}
