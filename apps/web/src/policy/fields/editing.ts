import type { Draft } from '../draft.ts'
import type { FaultAt } from '../faults.ts'

/** What every part of the form works on. */
export interface Editing {
  draft: Draft
  change: (patch: Partial<Draft>) => void
  faultAt: FaultAt
  /** The appliance's own description of a policy. */
  schema: unknown
  isReadOnly: boolean
}
