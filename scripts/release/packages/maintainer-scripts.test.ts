import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { maintainerScripts } from './maintainer-scripts.ts'
import { packages } from './package-list.ts'

const scriptsOf = (name: string) => {
  const each = packages.find((one) => one.name === name)
  return new Map(each ? maintainerScripts(process.cwd(), each).map((member) => [member.name, member.text]) : [])
}

test('each package with users has scripts and a question; the runtime of Java has none', () => {
  for (const { name, managed } of packages) {
    expect([...scriptsOf(name).keys()]).toEqual(managed ? ['postinst', 'prerm', 'postrm', 'templates'] : [])
  }
})

test('the question of a purge is by default answered with no', () => {
  const template = scriptsOf('watchpost').get('templates') ?? ''
  expect(template).toContain('Template: watchpost/delete-data\nType: boolean\nDefault: false\n')
  expect(template).toContain('\n /var/lib/watchpost\n')
  // debconf takes a line without a leading space as a field.
  expect(template.split('\n').every((line) => /^(\s|[A-Z][a-z]+: |$)/.test(line))).toBe(true)
})

test('only the package with the services deletes the database', () => {
  const deletes = packages
    .map(({ name }) => name)
    .filter((name) => scriptsOf(name).get('postrm')?.includes('drop data'))
  expect(deletes).toEqual(['watchpost'])
})

test('every file in deploy/packages is used', () => {
  expect(readdirSync('deploy/packages').toSorted()).toEqual(
    ['delete-database', 'postinst', 'postrm', 'prerm', 'templates', 'watchpost', 'watchpost-probe'].toSorted(),
  )
})
