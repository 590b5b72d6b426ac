import type { SimulateOptions } from './command-line.ts'
import { count, duration } from './progress.ts'
import type { SendError } from './send/send-stream.ts'
import type { SimulateResult } from './simulate.ts'

/** A summary of the run, for a person. */
export function summary(
  { figures, oraclePath, frame, before }: SimulateResult,
  tookMs: number,
  options: SimulateOptions,
): string {
  const { target, acknowledged, repeated, retries, holds, bytes } = figures
  const rate = tookMs > 0 ? Math.round((acknowledged * 1_000) / tookMs) : 0
  const oldest = new Date(frame.firstRunAt - frame.hours * 3_600_000).toISOString().slice(0, 16)
  const newest = new Date(frame.firstRunAt).toISOString().slice(0, 16)
  return [
    `acknowledged  ${count(acknowledged)} of ${count(target)} events of ${count(options.probes)} probes in ${duration(tookMs)} (${count(rate)}/s, ${count(Math.round(bytes / 1024 ** 2))} MiB sent)`,
    `trouble       ${retries === 0 && holds === 0 ? 'none' : `${count(retries)} batches sent again, asked to wait ${count(holds)} times`}`,
    ...(repeated > 0 ? [`repeated      ${count(repeated)} events on purpose`] : []),
    `event times   ${oldest}Z to ${newest}Z`,
    `oracle        ${oraclePath}${before > 0 ? ` (${count(before)} events were in it from earlier runs)` : ''}`,
    ...(isOld(frame.firstRunAt, frame.hours)
      ? [`note          they lie outside the last ${frame.hours} hours by now; another --seed has fresh ones`]
      : []),
  ].join('\n')
}

function isOld(firstRunAt: number, hours: number): boolean {
  return Date.now() - firstRunAt > hours * 3_600_000
}

/** What went wrong and what to do about it. */
export function advice(error: SendError, { gateway, stack }: SimulateOptions): string {
  switch (error.code) {
    case 'gave-up':
      return `${error.message}\nIs the gateway up at ${gateway}? See \`pnpm stack status\`.`
    case 'certificate':
      return (
        `The gateway at ${gateway} and the certificates in ${stack} do not belong together (${error.message}).\n` +
        'Name the right folder with --stack or the right gateway with --gateway.'
      )
    case '401':
    case '403':
      return (
        `The gateway refuses a probe of ${stack}/probes: ${error.message}.\n` +
        'If the stack was reset since, remove that folder and run again: the probes are then added again.'
      )
    default:
      return `The gateway refuses the batch: ${error.message}.`
  }
}
