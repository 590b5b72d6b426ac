import { type GatewayAddressConfig, gatewayUrl } from '@watchpost/runtime'
import {
  type CertificateStore,
  createCloneAlarmStore,
  createLedgerView,
  createManagedProbeStore,
  createProbeClockStore,
  createProbeEnrolmentStore,
  createProbeHealthStore,
  type Store,
} from '@watchpost/store'
import { createProbeService, type ProbeService } from './probe-service.ts'

/** Builds the probe services. */
export function composeProbes(parts: {
  store: Store
  certificates: Pick<CertificateStore, 'find'>
  gateway: GatewayAddressConfig
}): ProbeService {
  const { store, certificates, gateway } = parts
  return createProbeService({
    probes: createManagedProbeStore(store),
    enrolments: createProbeEnrolmentStore(store),
    clones: createCloneAlarmStore(store),
    health: createProbeHealthStore(store),
    clocks: createProbeClockStore(store),
    ledger: createLedgerView(store),
    async authorityPem() {
      const authority = await certificates.find('authority')
      if (authority === 'absent') throw new Error('the store holds no authority: run `watchpost init`')
      return authority.chainPem
    },
    gatewayUrl: (host) => gatewayUrl(gateway, host),
  })
}
