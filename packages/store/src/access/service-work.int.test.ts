import { randomBytes } from 'node:crypto'
import type { ServiceName } from '@watchpost/runtime'
import { testSecrets } from '@watchpost/testkit/test-secrets'
import { testStore } from '@watchpost/testkit/test-store'
import { expect, test } from 'vitest'
import { aCode, aProbe } from '../../test/a-probe.ts'
import { aServiceUser } from '../../test/a-service-user.ts'
import { type Scene, work } from '../../test/service-work.ts'
import { anAccount } from '../../test/an-account.ts'
import { createGenerationStore } from '../indexing/generation-store.ts'

test.each(Object.keys(work) as ServiceName[])('%s has the privileges that its work needs', async (service) => {
  await using made = await testStore()
  using secrets = await testSecrets(made.store)
  await createGenerationStore(made.store).open(1, '2026-11-18')
  const code = aCode()
  const scene: Scene = {
    probeId: await aProbe(made.store, code),
    accountId: await anAccount(made.store),
    codeHash: code.codeHash,
    fingerprint: randomBytes(32),
    sealer: secrets.sealer,
  }
  await using user = await aServiceUser(made, [service])
  const failed: string[] = []
  for (const step of work[service](user.store, scene)) {
    await step().catch((error: unknown) => failed.push(`${String(step)}: ${String(error)}`))
  }
  expect(failed).toEqual([])
})
