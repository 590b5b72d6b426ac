import type { Logger } from '../logger.ts'
import type { ConnectionLimits } from './connection-table.ts'
import { fitToDescriptors, readDescriptorLimit } from './descriptor-limit.ts'

/** Share that is reserved for known peers. */
const RESERVED_SHARE = 0.25

/** The limits of a public port, from its setting and the limit of open files. */
export function connectionLimits(
  wanted: number,
  logger: Pick<Logger, 'warn'>,
  descriptors: number | undefined = readDescriptorLimit(),
): ConnectionLimits {
  const limit = fitToDescriptors(wanted, descriptors)
  if (limit < wanted)
    logger.warn({ wanted, limit, descriptors }, 'connection limit lowered to fit the limit of open files')
  return { limit, reserved: Math.floor(limit * RESERVED_SHARE) }
}
