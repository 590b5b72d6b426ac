import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceNames } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { createMachine } from './machine.ts'
import { type SetupPlan, setUpAppliance } from './setup-appliance.ts'

const plan: SetupPlan = {
  answers: { names: ['watchpost.example.org'], listen: '0.0.0.0', exportNetworks: [] },
  given: [],
  heaps: { engineGibibytes: 2, logMebibytes: 512 },
  areHeapsGiven: false,
}

/** A folder in place of the root of a machine. */
function aMachine({ isDry = false } = {}) {
  const root = mkdtempSync(join(tmpdir(), 'setup-'))
  const at = (path: string) => join(root, path)
  return {
    at,
    read: (path: string) => readFileSync(at(path), 'utf8'),
    modeOf: (path: string) => statSync(at(path)).mode & 0o777,
    list: () => readdirSync(root, { recursive: true }).length,
    async setUp(change: Partial<SetupPlan> = {}) {
      const said: string[] = []
      const say = (line: string) => void said.push(line)
      await setUpAppliance(createMachine({ root, isDry, say }), { ...plan, ...change }, say)
      return said
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

test('writes settings and secrets that only their users can read, then starts the units in order', async () => {
  using machine = aMachine()
  const said = await machine.setUp()
  expect(machine.modeOf('/etc/watchpost/watchpost.env')).toBe(0o640)
  expect(machine.modeOf('/etc/watchpost/owner')).toBe(0o700)
  for (const service of serviceNames) expect(machine.modeOf(`/etc/watchpost/${service}/log-password`)).toBe(0o640)
  expect(machine.read('/etc/watchpost/engine/memory.env')).toContain('-Xmx2g')

  const properties = machine.read('/etc/watchpost/log/broker.properties')
  expect(properties).toContain('listeners=SASL_SSL://127.0.0.1:9092,CONTROLLER://127.0.0.1:9093')
  expect(properties).toContain(machine.read('/etc/watchpost/owner/broker-password'))
  expect(machine.read('/etc/watchpost/log/keystore.pem')).toMatch(/PRIVATE KEY[\s\S]*BEGIN CERTIFICATE/)
  expect(machine.read('/etc/watchpost/log/ca.pem')).toBe(machine.read('/etc/watchpost/log-ca.pem'))
  expect(readdirSync(machine.at('/etc/watchpost/log'))).not.toContain('format.arguments')

  const commands = said.filter((line) => line.startsWith('would run: ')).map((line) => line.slice(11))
  expect(commands).toContain(
    'runuser -u postgres -- psql -XAtq -v ON_ERROR_STOP=1 -d postgres -c create role "watchpost_api" login',
  )
  const order = [
    'runuser -u watchpost-log -- /usr/lib/watchpost-java/bin/java @/etc/watchpost/log/format.arguments',
    'systemctl enable watchpost-log',
    ' init',
    'restart watchpost.target',
  ]
  const places = order.map((part) => commands.findIndex((command) => command.includes(part)))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  // No secret is shown.
  for (const service of serviceNames)
    expect(said.join()).not.toContain(machine.read(`/etc/watchpost/${service}/log-password`))
})

test('keeps everything in a second run, and says so', async () => {
  using machine = aMachine()
  await machine.setUp()
  mkdirSync(machine.at('/var/lib/watchpost-log/data'), { recursive: true })
  writeFileSync(machine.at('/var/lib/watchpost-log/data/meta.properties'), '')
  const secrets = ['/etc/watchpost/api/log-password', '/etc/watchpost/log/keystore.pem', '/etc/watchpost/watchpost.env']
  const before = secrets.map(machine.read)
  const said = await machine.setUp({ heaps: { engineGibibytes: 9, logMebibytes: 512 } })
  expect(secrets.map(machine.read)).toEqual(before)
  expect(machine.read('/etc/watchpost/engine/memory.env')).toContain('-Xmx2g')
  expect(said).toEqual(
    expect.arrayContaining([
      'passwords of the users of Kafka: 0 made, 8 kept',
      'certificate of Kafka: kept',
      'settings of Kafka: kept',
      'storage of Kafka: kept',
      'settings: /etc/watchpost/watchpost.env kept',
    ]),
  )
  expect(said.join()).not.toContain('restart')
})

test('refuses to make new passwords for a Kafka that has its users', async () => {
  using machine = aMachine()
  await machine.setUp()
  mkdirSync(machine.at('/var/lib/watchpost-log/data'), { recursive: true })
  writeFileSync(machine.at('/var/lib/watchpost-log/data/meta.properties'), '')
  rmSync(machine.at('/etc/watchpost/api/log-password'))
  await expect(machine.setUp()).rejects.toThrow('put back /etc/watchpost/api/log-password')
})

test('a dry run writes nothing', async () => {
  using machine = aMachine({ isDry: true })
  const said = await machine.setUp()
  expect(machine.list()).toBe(0)
  expect(said).toContain('would write /etc/watchpost/watchpost.env')
})
