import { expect, test, vi } from 'vitest'
import { createAutoCreateGuard } from './auto-create-guard.ts'

const logger = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() })
const setting = 'action.auto_create_index: "-network_events-*,+*"'

test('starts when the engine refuses to create missing indexes', async () => {
  const own = logger()
  await createAutoCreateGuard({ check: async () => 'refused', setting, logger: own }).start?.()
  expect(own.error).not.toHaveBeenCalled()
})

test('refuses to start when the engine creates missing indexes, and names the setting', async () => {
  const own = logger()
  const guard = createAutoCreateGuard({ check: async () => 'allowed', setting, logger: own })
  await expect(guard.start?.()).rejects.toThrow(setting)
  expect(own.error).toHaveBeenCalledWith({ setting }, expect.any(String))
})

test('waits while the engine is unreachable', async () => {
  const own = logger()
  let asked = 0
  const check = async () => {
    if (asked++ < 3) throw new Error('away')
    return 'refused' as const
  }
  await createAutoCreateGuard({ check, setting, logger: own, pauseMs: 1 }).start?.()
  expect(asked).toBe(4)
  expect(own.warn).toHaveBeenCalledTimes(1)
})
