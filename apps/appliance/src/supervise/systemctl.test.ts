import { expect, test, vi } from 'vitest'
import { fakeSystemctl, runningUnit } from './fixtures/fake-systemctl.ts'
import { readUnits } from './systemctl.ts'

test('reads all units with one call of systemctl', async () => {
  using systemctl = fakeSystemctl(`${runningUnit('gateway')}\n${runningUnit('api', { pid: 5, restarts: 2 })}`)
  vi.stubEnv('PATH', systemctl.path)
  const units = await readUnits(['watchpost-gateway.service', 'watchpost-api.service'])
  expect(units.get('watchpost-api.service')).toMatchObject({ pid: 5, restarts: 2, memoryBytes: 104_857_600 })
  expect(units.size).toBe(2)
  expect(systemctl.calls()).toEqual([
    'show --no-pager --timestamp=unix --property=Id,LoadState,Result,MainPID,NRestarts,MemoryCurrent,ExecMainStartTimestamp,ExecMainCode,ExecMainStatus -- watchpost-gateway.service watchpost-api.service',
  ])
  vi.unstubAllEnvs()
})
