import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type NpmPackage, readPackage } from '../bundle/packages-of-modules.ts'

/** The Node that runs this script becomes the Node of the release. */
export function copyNode(out: string): void {
  const file = join(out, 'node/bin/node')
  mkdirSync(dirname(file), { recursive: true })
  cpSync(process.execPath, file, { dereference: true })
  chmodSync(file, 0o755)
}

/** Copies the built web interface without the list of its packages, which is returned. */
export function copyWeb(root: string, out: string): NpmPackage[] {
  const dist = join(root, 'apps/web/dist')
  cpSync(dist, join(out, 'web'), { recursive: true, filter: (path) => basename(path) !== '.vite' })
  const listed = JSON.parse(readFileSync(join(dist, '.vite/license.json'), 'utf8')) as NpmPackage[]
  return listed.map(({ name, version }) => ({ name, version, folder: '' }))
}

/** Copies the static files of Swagger UI. */
export function copySwaggerUi(root: string, out: string): NpmPackage {
  const plugin = readPackage(join(root, 'apps/api/node_modules/@fastify/swagger-ui'))
  cpSync(join(plugin.folder, 'static'), join(out, 'swagger-ui'), { recursive: true, dereference: true })
  return plugin
}

/**
 * Kafka's client computes checksums with a native module if it finds one. It looks for it by name, so the module keeps
 * its folder. Returns the copied packages by their folders in the release.
 */
export function copyNativeModules(root: string, out: string): Map<string, NpmPackage> {
  const log = createRequire(join(root, 'packages/log/package.json'))
  const kafka = createRequire(log.resolve('@platformatic/kafka'))
  const loader = createRequire(kafka.resolve('@node-rs/crc32'))
  const binary = `@node-rs/crc32-${process.platform}-${process.arch}-gnu`
  const copied = new Map<string, NpmPackage>()
  for (const [name, file] of [
    ['@node-rs/crc32', kafka.resolve('@node-rs/crc32')],
    [binary, loader.resolve(binary)],
  ] as const) {
    const found = readPackage(dirname(file))
    const target = join('services/node_modules', name)
    cpSync(found.folder, join(out, target), { recursive: true, dereference: true })
    copied.set(target, found)
  }
  return copied
}

const wrapper = `#!/bin/sh
# Runs the watchpost command with the Node of this release.
home=$(dirname "$(dirname "$(readlink -f "$0")")")
exec "$home/node/bin/node" "$home/services/appliance.js" "$@"
`

export function writeWrapper(out: string): void {
  const file = join(out, 'bin/watchpost')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, wrapper)
  chmodSync(file, 0o755)
}
