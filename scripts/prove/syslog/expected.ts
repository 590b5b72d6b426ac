import { BlockList, isIP } from 'node:net'
import { linesOf } from '../harness/lines-of.ts'

/** One acknowledged event, as in the simulator's oracle. */
export interface OracleEvent {
  id: string
  probe: number
  kind: string
  src?: string
  dst?: string
}

export interface ExpectedFilter {
  networks?: readonly string[]
  probes?: readonly number[]
  kinds?: readonly string[]
}

/** The ids that pass a filter, computed from the oracle alone. */
export async function expectedIds(oracles: readonly string[], filter: ExpectedFilter = {}): Promise<Set<string>> {
  // One list per family: a single BlockList would match IPv4 addresses with `::/0`.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6')
  for (const network of filter.networks ?? []) {
    const [address = '', length] = network.split('/')
    const family = familyOf(address)
    lists[family].addSubnet(address, Number(length ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  const isListed = (address: string | undefined) =>
    address !== undefined && isIP(address) !== 0 && lists[familyOf(address)].check(address, familyOf(address))
  const ids = new Set<string>()
  for (const path of oracles) {
    for await (const line of linesOf(path)) {
      const event = JSON.parse(line) as OracleEvent
      if (filter.probes && !filter.probes.includes(event.probe)) continue
      if (filter.kinds && !filter.kinds.includes(event.kind)) continue
      if (filter.networks && !isListed(event.src) && !isListed(event.dst)) continue
      ids.add(event.id)
    }
  }
  return ids
}
