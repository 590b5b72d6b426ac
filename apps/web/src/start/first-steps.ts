import type { Probe } from '@watchpost/contract'

/** How far a new appliance has come. */
export interface FirstSteps {
  /** The probe that came furthest. */
  probe: Pick<Probe, 'id' | 'fqdn' | 'is_paired'> | undefined
  events: number
  /** The first alert that was found. */
  alert: string | undefined
}

/** What is told of the probes and of the alerts, as one way: an alert that is there makes everything before it done. */
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
