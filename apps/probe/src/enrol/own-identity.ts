import type { Logger } from '@watchpost/runtime'
import { createTurns } from '../disk/turns.ts'
import type { Verdict } from '../send/gateway.ts'
import type { Identity } from '../send/https-client.ts'
import type { IdentityFiles } from './identity-files.ts'

export interface OwnIdentityPorts {
  files: Pick<IdentityFiles, 'write' | 'renew' | 'forgetPrevious'>
  /** Uses this identity from now on. */
  use(identity: Identity): void
  logger: Pick<Logger, 'error' | 'warn'>
}

export type OwnIdentity = ReturnType<typeof createOwnIdentity>

/**
 * The identity that the agent uses. A renewed one is on disk before it is used, and the previous one is kept until the
 * appliance has accepted the new one. If the appliance refuses the new one before it has ever accepted it (its database
 * was restored, or another renewal replaced it), the previous one is tried, once. No crash on either side locks the
 * agent out.
 */
export function createOwnIdentity({ files, use, logger }: OwnIdentityPorts, first: Identity, before?: Identity) {
  const inTurn = createTurns()
  let current = first
  /** The previous identity, while it may still be needed. */
  let previous = before
  let isFallingBack = false

  function keep(change: () => Promise<void>): void {
    inTurn(change).catch((error: unknown) => logger.error({ err: error }, 'cannot write the identity'))
  }

  function heardOfCurrent(verdict: Verdict): void {
    if (!previous) return
    if (verdict === 'accepted') {
      previous = undefined
      keep(files.forgetPrevious)
    } else if (!isFallingBack) {
      isFallingBack = true
      logger.warn({}, 'the renewed certificate is refused, trying the previous one')
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
      // Both are refused: the probe was revoked. Keep the newest, for diagnosis.
      use(current)
    }
  }

  return {
    shown: () => (isFallingBack && previous ? previous : current),
    /** Switches to a renewed identity. */
    async adopt(next: Identity): Promise<void> {
      const old = isFallingBack && previous ? previous : current
      // Write it before using it: the old one ends when the new one is first used.
      await inTurn(() => files.renew(next, old))
      current = next
      previous = old
      isFallingBack = false
      use(next)
    },
    /** Handles the appliance's verdict on an identity. */
    heard(own: Identity, verdict: Verdict): void {
      if (own.cert === current.cert) heardOfCurrent(verdict)
      else if (isFallingBack && own.cert === previous?.cert) heardOfPrevious(own, verdict)
    },
  }
}
