import type { Proof } from '../command/proof.ts'

export const guides: Proof<never> = {
  topic: 'guides',
  description: 'the commands in the README and in the guides for analysts and integrators work as printed',
  parts: {},
  full: { amount: 'a clean copy of the checkout', duration: 'about 2 minutes' },
  small: { amount: 'the same', duration: 'about 2 minutes' },
  run: async () => (await import('../guides/guides.ts')).proveGuides(),
}
