import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { packages, services } from './package-list.ts'
import { readUnit } from './units.ts'

const root = process.cwd()
const all = packages.flatMap(({ managed }) => [...(managed?.units ?? []), ...(managed?.innerUnits ?? [])])
const serviceUnits = all.filter((name) => name.endsWith('.service'))

/** The highest exposure, in tenths, by `systemd-analyze security`. */
const limitOf = (unit: string) => (/-(log|engine|probe)\.service$/.test(unit) ? 40 : 25)

const valuesIn = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value ?? '')

test('every unit is part of one package', () => {
  const files = readdirSync('deploy/systemd')
  expect(all.toSorted()).toEqual([...files, 'watchpost-probe.service'].toSorted())
})

test('each service has a unit with its own user and internal port', () => {
  const units = services.map((name) => readUnit(root, `watchpost-${name}.service`))
  expect(units.flatMap((text) => valuesIn(text, 'User'))).toEqual(services.map((name) => `watchpost-${name}`))
  expect(units.flatMap((text) => valuesIn(text, 'ExecStart'))).toEqual(
    services.map((name) => `/usr/bin/watchpost start ${name}`),
  )
  const ports = units.map((text) => /^Environment=WATCHPOST_INTERNAL_PORT=(\d+)$/m.exec(text)?.[1])
  expect(ports).toEqual(services.map((_, index) => String(8446 + index)))
})

test('no two units have the same user, and each user is created by the package', () => {
  const users = serviceUnits.flatMap((unit) => valuesIn(readUnit(root, unit), 'User'))
  expect(new Set(users).size).toBe(serviceUnits.length)
  for (const { name, managed } of packages) {
    if (!managed) continue
    const created = readFileSync(`deploy/sysusers/${name}.conf`, 'utf8')
    expect([...created.matchAll(/^u (\S+)/gm)].map(([, user]) => user)).toEqual(managed.users)
    expect([...created.matchAll(/^g (\S+)/gm)].map(([, group]) => group)).toEqual(managed.groups ?? [])
  }
  expect(packages.flatMap(({ managed }) => managed?.users ?? []).toSorted()).toEqual(users.toSorted())
})

test('no unit starts before its machine was set up', () => {
  const conditions = serviceUnits.map((unit) => valuesIn(readUnit(root, unit), 'ConditionPathExists'))
  const without = serviceUnits.filter((_, index) => conditions[index]?.length === 0)
  expect(without).toEqual(['watchpost-engine.service', 'watchpost-engine-proxy.service'])
})

test('the engine has a network of its own, which only its proxy joins', () => {
  const separate = serviceUnits.filter((unit) => valuesIn(readUnit(root, unit), 'PrivateNetwork').includes('yes'))
  expect(separate).toEqual(['watchpost-engine.service', 'watchpost-engine-proxy.service'])
  expect(valuesIn(readUnit(root, 'watchpost-engine-proxy.service'), 'JoinsNamespaceOf')).toEqual([
    'watchpost-engine.service',
  ])
  const socket = readUnit(root, 'watchpost-engine-proxy.socket')
  expect(valuesIn(socket, 'SocketMode')).toEqual(['0660'])
  expect(valuesIn(socket, 'SocketGroup')).toEqual(['watchpost-search'])
})

test('the package installs the unit of the probe with its own paths', () => {
  const unit = readUnit(root, 'watchpost-probe.service')
  expect(valuesIn(unit, 'ExecStart')).toEqual(['/usr/bin/watchpost-probe run'])
  expect(unit).not.toContain('suricata\n\n')
  expect(valuesIn(unit, 'SupplementaryGroups')).toEqual([])
})

test.each(serviceUnits)('the exposure of %s is low, and what it leaves open is documented', (unit) => {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, unit)
  writeFileSync(file, readUnit(root, unit))
  const words = ['security', '--offline=true', '--json=short', `--threshold=${limitOf(unit)}`, '--no-pager', file]
  // Ends with an error if the exposure is above the threshold.
  const found = JSON.parse(execFileSync('systemd-analyze', words, { encoding: 'utf8' })) as Finding[]
  const open = found.filter(({ exposure }) => exposure !== null && Number(exposure) > 0)
  const page = readFileSync('docs/units.md', 'utf8')
  const directives = new Set(open.map(({ name }) => name.replace(/[=/].*$/, '')))
  expect(directives.size).toBeGreaterThan(0)
  expect([...directives].filter((name) => !page.includes(`\`${name}`))).toEqual([])
})

interface Finding {
  name: string
  exposure: string | null
}
