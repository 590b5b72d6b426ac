import type { Proof } from '../command/proof.ts'
import type { InstallPart } from '../install/install.ts'

export const install: Proof<InstallPart> = {
  topic: 'install',
  description:
    'releases can be built again byte for byte, are fully described, work, and start in half the CPU time; servers refuse what a service may not do',
  parts: {
    build: 'two builds in two folders are the same; SBOM and licences cover every file',
    start: 'a release works outside of the checkout; CPU seconds until ready, compared with a start from the checkout',
    packages:
      'packages on a clean Debian 12 with systemd: setup, first alert, 89 ways of other users, units, remove, purge; needs root and systemd-nspawn',
    containers:
      'images of the packages, compose under podman from nothing to the first alert, Helm chart; needs root, podman and Go',
    limits:
      'in an emulated machine: a service above its memory limit is killed and restarted, 5,000 events pass, none lost; needs root',
    secured:
      'PostgreSQL and Kafka with TLS and a user per service: events arrive, at least 20 operations per user are refused',
    engine: 'the same for OpenSearch 2.19.4 with its security plugin and three roles, across a roll-over',
  },
  fullSizeOnly: ['containers', 'limits', 'engine'],
  full: {
    amount: '2 builds, 5 starts of each kind, 9,000 events',
    duration: 'about 50 minutes, 20 of them for limits',
  },
  small: { amount: '2 builds, 1 start of each kind, 1 installation, 3,000 events', duration: '8 minutes' },
  run: async (options) => (await import('../install/install.ts')).proveInstall(options),
}
