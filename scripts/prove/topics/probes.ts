import type { ProbePart } from '../probes/probes.ts'
import type { Proof } from '../command/proof.ts'

export const probes: Proof<ProbePart> = {
  topic: 'probes',
  description: 'a real Suricata and real agents: nothing lost, who gets in, 10,000 probes at once, hostile lines, cost',
  parts: {
    certificates: 'which certificates and pairing codes are accepted; renewal and revocation',
    suricata: 'every line that Suricata writes is found, once',
    many: '10,000 probes at one gateway; one that sends too much does not disturb the others',
    mutated: 'spoilt lines are stored or become dead letters, and crash nothing',
    faults: 'agents, gateway, broker, indexer and engine killed under load: nothing lost, nothing twice',
    ingest: 'events per second and processor time, compared with bare tools and an earlier commit',
    steady: 'cores of each stage at steady rates: what grows with the events and what does not',
    segments: 'what many documents and segments cost each new event; size on disk by codec',
  },
  full: { amount: '20,000 sessions, 10,000 probes, 2,000,000 events in faults', duration: 'several hours' },
  small: {
    amount: '800 sessions, 500 probes, 20,000 events in faults',
    duration: '6 minutes without ingest, steady, segments',
  },
  options: {
    events: 'lines in mutated (1000000), faults (2000000) and ingest (200000); 20000 each with --ci',
    against: 'commit that ingest is compared with at full size (HEAD~1)',
  },
  run: async (options) => (await import('../probes/probes.ts')).proveProbes(options),
}
