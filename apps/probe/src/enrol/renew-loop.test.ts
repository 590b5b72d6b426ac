import { createAuthority, issueProbeCertificate } from '@watchpost/pki'
import { createLogger } from '@watchpost/runtime'
import { expect, test } from 'vitest'
import { aClock } from '../../test/a-delivery.ts'
import type { Identity } from '../send/https-client.ts'
import type { Trouble } from '../send/trouble.ts'
import { createOwnIdentity } from './own-identity.ts'
import { runRenewLoop } from './renew-loop.ts'

/** A sixth of the validity of the certificates here. */
const SIXTH_MS = 3_600_000

test.each([
  { chance: 0, times: [4, 8] },
  { chance: 1, times: [3, 6] },
])(
  'renews with a half to a third of the validity left, writes before use, and renews again: chance $chance',
  async ({ chance, times: [first, second] }) => {
    const authority = await createAuthority({ commonName: 'test' })
    const clock = aClock()
    const issue = () =>
      issueProbeCertificate(authority, { probeId: 7, fqdn: 'p.test', days: 0.25, now: new Date(clock.now()) })
    const { certPem: cert, keyPem: key } = await issue()
    const steps: Array<[string, number]> = []
    const stop = new AbortController()
    const begun = clock.now()
    const note = (what: string) => steps.push([what, Math.round(((clock.now() - begun) / SIXTH_MS) * 10) / 10])
    const answers: Array<Trouble | undefined> = [undefined, { kind: 'lost', reason: 'away' }, undefined]
    const gateway = {
      async renew() {
        note('asked')
        const trouble = answers.shift()
        return trouble ?? { certificate: (await issue()).certPem, authority: authority.certPem }
      },
    }
    const files = {
      renew: async () => void note('written'),
      write: async () => undefined,
      forgetPrevious: async () => undefined,
    }
    const logger = createLogger('probe', 'silent')
    function use({ key: renewed }: Identity): void {
      note(renewed === key ? 'used with the old key' : 'used')
      if (answers.length === 0) stop.abort()
    }
    const own = createOwnIdentity({ files, use, logger }, { ca: authority.certPem, cert, key })
    await runRenewLoop({ gateway, own, clock, random: () => chance, logger }, stop.signal)
    expect(steps).toEqual([
      ['asked', first],
      ['written', first],
      ['used', first],
      ['asked', second],
      ['asked', second],
      ['written', second],
      ['used', second],
    ])
  },
)
