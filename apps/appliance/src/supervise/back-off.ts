import { createBackOff } from '@watchpost/runtime'

/** How long to wait before the next start. */
export const backOffMs = createBackOff({ firstMs: 250, mostMs: 10_000 })
