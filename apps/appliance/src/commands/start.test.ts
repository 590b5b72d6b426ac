import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeSystemctl, runningUnit } from '../supervise/fixtures/fake-systemctl.ts'
import { services } from '../supervise/services.ts'

/** The internal ports of all services, after a free one for the supervisor. */
async function someServices(first: number) {
  const servers = services.map((service) =>
    createServer((request, response) => {
      if (request.url === '/metrics') response.end(`watchpost_records_in{role="${service}"} 7\n`)
      else response.writeHead(service === 'api' ? 503 : 200).end(JSON.stringify({ reason: 'the engine is away' }))
    }),
  )
  await Promise.all(
    servers.map(
      (server, at) =>
        new Promise<void>((resolve, reject) => {
          server.once('error', reject)
          server.listen(first + 1 + at, '127.0.0.1', resolve)
        }),
    ),
  )
  return { [Symbol.dispose]: () => servers.forEach((server) => void server.close()) }
}

test('watches the units of systemd as it watches its own processes', { timeout: 60_000 }, async () => {
  const port = 27_445
  using _ = await someServices(port)
  const units = services.map((service) => runningUnit(service)).join('\n')
  using systemctl = fakeSystemctl(units)
  const appliance = spawn(process.execPath, [join(import.meta.dirname, '../main.ts'), 'start'], {
    stdio: 'inherit',
    env: {
      PATH: systemctl.path,
      WATCHPOST_APPLIANCE_SERVICES_BY: 'systemd',
      WATCHPOST_APPLIANCE_INTERNAL_PORT: String(port),
    },
  })
  const ended = new Promise((resolve) => void appliance.once('exit', resolve))
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  try {
    await expect.poll(() => ask('/healthz').then(({ status }) => status, String), { timeout: 30_000 }).toBe(200)
    const children = (await (await ask('/children')).json()) as object[]
    expect(children).toHaveLength(services.length)
    expect(children[0]).toEqual({
      name: 'gateway',
      role: 'gateway',
      port: 8_444,
      internalPort: port + 1,
      pid: 4_711,
      restarts: 0,
      startedAt: '2026-11-18T10:00:00.000Z',
      memoryBytes: 104_857_600,
    })
    expect(await (await ask('/readyz')).json()).toMatchObject({
      reason: 'api: the engine is away',
      roles: { gateway: 'ready', indexer: 'ready', clusters: 'ready', exporter: 'ready' },
    })
    expect(await (await ask('/targets')).json()).toHaveLength(services.length + 1)
    expect(await (await ask('/metrics/indexer')).text()).toContain('watchpost_records_in{role="indexer"} 7')

    systemctl.show(units.replace('NRestarts=0', 'NRestarts=2'))
    const page = async () => (await ask('/metrics')).text()
    await expect
      .poll(page, { timeout: 20_000 })
      .toMatch(/watchpost_child_restarts_total\{[^}]*child="gateway"[^}]*\} 2/)
    expect(await page()).toMatch(/watchpost_child_up\{[^}]*child="api"[^}]*\} 1/)
  } finally {
    appliance.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
  // One call each time, for all units.
  for (const call of systemctl.calls())
    expect(call.split(' ').filter((word) => word.endsWith('.service'))).toHaveLength(5)
})
