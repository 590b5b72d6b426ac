import { createBackOff } from '@watchpost/runtime'

/** Delay before the next start. */
export const backOffMs = createBackOff({ firstMs: 250, mostMs: 10_000 })
