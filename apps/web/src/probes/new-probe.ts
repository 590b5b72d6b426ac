import type { NewProbe } from '@watchpost/contract'
import { numberIn } from '../kit/controls/number-in.ts'

export interface NewProbeFields {
  fqdn: string
  network: string
  limit: string
  number: string
}

/** The request body. Empty fields are omitted; the API reports invalid ones. */
export function newProbeOf({ fqdn, network, limit, number }: NewProbeFields): NewProbe {
  return {
    fqdn: fqdn.trim(),
    ...(network.trim() && { source_network: network.trim() }),
    ...(limit.trim() && { events_per_second: numberIn(limit) }),
    ...(number.trim() && { id: numberIn(number) }),
  }
}
