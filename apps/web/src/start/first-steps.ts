import type { Probe } from '@watchpost/contract'

/** The progress of a new appliance. */
export interface FirstSteps {
  /** The probe with the most progress. */
  probe: Pick<Probe, 'id' | 'fqdn' | 'is_paired'> | undefined
  events: number
  /** The first alert. */
  alert: string | undefined
}

/** Combines probes and alerts into one sequence: an alert completes every earlier step. */
export function firstStepsOf(probes: readonly Probe[], alert: string | undefined): FirstSteps {
  const furthest = probes.toSorted((one, other) => progressOf(other) - progressOf(one))[0]
  return { probe: furthest, events: probes.reduce((sum, probe) => sum + receivedFrom(probe), 0), alert }
}

function progressOf(probe: Probe): number {
  return receivedFrom(probe) > 0 ? 2 : Number(probe.is_paired)
}

function receivedFrom({ ledger }: Probe): number {
  return ledger?.received ?? 0
}
