import type { RunOptions } from '../command/proof.ts'
import { createReport } from '../harness/report.ts'
import { proveOnCheckout } from './checkout/checkout.ts'

export type GuidesPart = 'checkout'

/** The commands in the README and the guides work as printed. */
export async function proveGuides({ only }: RunOptions<GuidesPart>): Promise<void> {
  const report = createReport('guides')
  if (only.includes('checkout')) await proveOnCheckout(report)
  report.end()
}
