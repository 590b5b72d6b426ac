import type { Proof } from '../command/proof.ts'
import type { GuidesPart } from '../guides/guides.ts'

export const guides: Proof<GuidesPart> = {
  topic: 'guides',
  description: 'the commands in the README and in the guides work as printed',
  parts: {
    checkout: 'README, guides of analysts and integrators, and what of the guide of operators a stack can run',
  },
  full: { amount: 'a clean copy of the checkout', duration: 'about 2 minutes' },
  small: { amount: 'the same', duration: 'about 2 minutes' },
  run: async (options) => (await import('../guides/guides.ts')).proveGuides(options),
}
