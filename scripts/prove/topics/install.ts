import type { Proof } from '../command/proof.ts'
import type { InstallPart } from '../install/install.ts'

export const install: Proof<InstallPart> = {
  topic: 'install',
  description: 'releases can be built again byte for byte, are fully described, work, and start in half the CPU time',
  parts: {
    build: 'two builds in two folders are the same; SBOM and licences cover every file',
    start: 'a release works outside of the checkout; CPU seconds until ready, compared with a start from the checkout',
  },
  full: { amount: '2 builds, 5 starts of each kind', duration: 'about 10 minutes' },
  small: { amount: '2 builds, 2 starts of each kind', duration: '4 minutes' },
  run: async (options) => (await import('../install/install.ts')).proveInstall(options),
}
