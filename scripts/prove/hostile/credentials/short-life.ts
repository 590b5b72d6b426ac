import { waitUntil } from '@watchpost/servers'
import type { Stack } from '../../../stack/stack.ts'
import { withSettings } from '../../harness/stack/with-settings.ts'

const RESTARTED_WITHIN_MS = 120_000

/** Runs something while the gateway issues certificates that last minutes, so that renewals are frequent. */
export async function withCertificateMinutes<T>(stack: Stack, minutes: number, work: () => Promise<T>): Promise<T> {
  await withSettings({ GATEWAY_CERTIFICATE_MINUTES: String(minutes) }, () => restart(stack))
  try {
    return await work()
  } finally {
    await restart(stack)
  }
}

async function restart({ appliance }: Stack): Promise<void> {
  await appliance.stop()
  await appliance.start()
  const isWell = async () => (await appliance.problem()) === undefined
  if (!(await waitUntil(isWell, { withinMs: RESTARTED_WITHIN_MS }))) throw new Error('the services did not start')
}
