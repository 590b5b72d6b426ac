import type { HostilePart } from '../hostile/hostile.ts'
import type { Proof } from '../command/proof.ts'

export const hostile: Proof<HostilePart> = {
  topic: 'hostile',
  description: 'hostile clients get the documented answers and hold no resources; others are served throughout',
  parts: {
    proxies: 'behind HAProxy and nginx, both ports see the real client address',
    prefilled: 'every operation of the API documentation works with its prefilled values',
    times: 'events with impossible times are stored, listed and exported correctly',
    tls: 'both ports refuse old versions and weak ciphers',
    leaks: 'silent, half-open and slow clients leave no connection open',
    attacks: 'a list of known attacks gets the expected answers',
    connections: 'thousands of connections from many addresses do not slow down other clients',
    credentials: 'a stolen probe key is reported and can be revoked',
    fuzz: 'generated requests for the whole API: no 5xx, no answer outside its schema',
  },
  full: { amount: '40,000 connections, 200 agents, 50,000 generated requests', duration: 'several hours' },
  small: { amount: 'a fraction of each', duration: '5 minutes without connections and credentials' },
  run: async (options) => (await import('../hostile/hostile.ts')).proveHostile(options),
}
