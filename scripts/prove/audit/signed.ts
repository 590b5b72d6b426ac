import { readHeadFile } from '@watchpost/audit'
import { waitUntil } from '@watchpost/servers'
import { createAuditTrailStore, type Store } from '@watchpost/store'
import type { Stack } from '../../stack/stack.ts'

const SIGNED_WITHIN_MS = 120_000

/** Waits until the signed head outside the database is current and all checkpoints exist. */
export async function allSigned({ folder }: Stack, owner: Store): Promise<void> {
  const isSigned = async () => {
    const head = await readHeadFile(folder.audit)
    if (typeof head === 'string') return false
    const { last_id, checkpoint } = JSON.parse(head.text) as { last_id: number; checkpoint: number }
    const state = await createAuditTrailStore(owner).state()
    const isCovered = state.lastId - (state.checkpoint?.lastId ?? 0) < 1_000
    return last_id === state.lastId && checkpoint === state.checkpoint?.number && isCovered
  }
  if (!(await waitUntil(isSigned, { withinMs: SIGNED_WITHIN_MS }))) throw new Error('the head is not signed')
}
