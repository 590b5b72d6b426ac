import { join } from 'node:path'

/** The folder where `install-sensor` unpacked its downloads. */
export function sensorRoot(): string {
  const cache = process.env.WATCHPOST_CACHE
  if (!cache) throw new Error('WATCHPOST_CACHE is not set: source scripts/env first')
  return join(cache, 'sensor')
}

/** With the libraries from that folder. */
export function sensorEnvironment(): NodeJS.ProcessEnv {
  const root = sensorRoot()
  return { ...process.env, LD_LIBRARY_PATH: `${root}/lib/x86_64-linux-gnu:${root}/usr/lib/x86_64-linux-gnu` }
}
