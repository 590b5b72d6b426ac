import type { Draft } from '../draft.ts'
import type { FaultAt } from '../faults.ts'

/** The state that every part of the form edits. */
export interface Editing {
  draft: Draft
  change: (patch: Partial<Draft>) => void
  faultAt: FaultAt
  /** The JSON Schema of a policy from the API. */
  schema: unknown
  isReadOnly: boolean
}
