import type { Logger } from '@watchpost/runtime'
import { createTurns } from '../disk/turns.ts'
import type { Verdict } from '../send/gateway.ts'
import type { Identity } from '../send/https-client.ts'
import type { IdentityFiles } from './identity-files.ts'

export interface OwnIdentityPorts {
  files: Pick<IdentityFiles, 'write' | 'renew' | 'forgetPrevious'>
  /** Shows this one from now on. */
  use(identity: Identity): void
  logger: Pick<Logger, 'error' | 'warn'>
}

export type OwnIdentity = ReturnType<typeof createOwnIdentity>

/**
 * The identity that the agent shows. A renewed one is on disk before it is used, and the one from before stays next to
 * it until the appliance has taken the new one. If the appliance refuses the new one before it has ever taken it (its
 * database was put back, or another renewal replaced it), the one from before is tried, once. No crash on either side
 * locks the agent out.
 */
export function createOwnIdentity({ files, use, logger }: OwnIdentityPorts, first: Identity, before?: Identity) {
  const inTurn = createTurns()
  let current = first
  /** Not known to be of no use. */
  let previous = before
  let isFallingBack = false

  function keep(change: () => Promise<void>): void {
    inTurn(change).catch((error: unknown) => logger.error({ err: error }, 'the identity could not be written'))
  }

  function heardOfCurrent(verdict: Verdict): void {
    if (!previous) return
    if (verdict === 'accepted') {
      previous = undefined
      keep(files.forgetPrevious)
    } else if (!isFallingBack) {
      isFallingBack = true
      logger.warn({}, 'the renewed certificate is refused, trying the one from before')
      use(previous)
    }
  }

  function heardOfPrevious(own: Identity, verdict: Verdict): void {
    isFallingBack = false
    previous = undefined
    if (verdict === 'accepted') {
      current = own
      keep(() => files.write(own))
    } else {
      // Both are refused: it was revoked. The newest stays, for who looks.
      use(current)
    }
  }

  return {
    shown: () => (isFallingBack && previous ? previous : current),
    /** Takes a renewed identity into use. */
    async adopt(next: Identity): Promise<void> {
      const old = isFallingBack && previous ? previous : current
      // On disk before it is used: the old one ends when the new one is first seen.
      await inTurn(() => files.renew(next, old))
      current = next
      previous = old
      isFallingBack = false
      use(next)
    },
    /** What the appliance made of an identity that was shown. */
    heard(own: Identity, verdict: Verdict): void {
      if (own.cert === current.cert) heardOfCurrent(verdict)
      else if (isFallingBack && own.cert === previous?.cert) heardOfPrevious(own, verdict)
    },
  }
}
