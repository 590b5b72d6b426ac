import type { WebPart } from '../web/web.ts'
import type { Proof } from '../command/proof.ts'

export const web: Proof<WebPart> = {
  topic: 'web',
  description:
    'the pages in a real browser: analysts, administrators, keyboard, accessibility, hostile text, size, speed',
  parts: {
    size: 'JavaScript of the first page',
    path: 'what an analyst does, from the overview to an acknowledged alert',
    keyboard: 'the same with the keyboard only',
    axe: 'no serious accessibility finding on any page, light and dark',
    injection: 'text of attackers in every field stays text',
    screens: 'takes the screenshots of docs/screens',
    admin: 'what an administrator does, from the first sign-in on',
    speed: 'pages over a large data set',
  },
  fullSizeOnly: ['speed'],
  full: { amount: '40,000 events, 3,000,000 alerts for speed', duration: 'about two hours' },
  small: { amount: '4,000 events', duration: '6 minutes' },
  options: { events: 'alerts of the data set for speed (3000000)' },
  run: async (options) => (await import('../web/web.ts')).proveWeb(options),
}
