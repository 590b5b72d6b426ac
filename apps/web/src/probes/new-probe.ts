import type { NewProbe } from '@watchpost/contract'
import { numberIn } from '../kit/controls/number-in.ts'

export interface NewProbeFields {
  fqdn: string
  network: string
  limit: string
  number: string
}

/** What is sent for what was written. What was left empty is left out; what makes no sense is for the appliance to say. */
export function newProbeOf({ fqdn, network, limit, number }: NewProbeFields): NewProbe {
  return {
    fqdn: fqdn.trim(),
    ...(network.trim() && { source_network: network.trim() }),
    ...(limit.trim() && { events_per_second: numberIn(limit) }),
    ...(number.trim() && { id: numberIn(number) }),
  }
}
