export { EgressConfig } from './egress-config.ts'
export { createEgressGuard, type EgressGuard, type EgressPorts } from './egress-guard.ts'
export { isWithin, type Network, readAddress, readNetwork } from './network.ts'
export { systemEgress } from './system-egress.ts'
