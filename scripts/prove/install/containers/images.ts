import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Report } from '../../harness/report.ts'
import type { Podman } from './podman.ts'

const images = ['watchpost', 'watchpost-log', 'watchpost-engine', 'watchpost-store', 'watchpost-probe'] as const
const CONTAINERFILE = 'deploy/containers/Containerfile'
/** The user of every image. */
export const USER = '10001:10001'

/** The base images of the Containerfile, and the roots that stand for them. */
const bases = {
  'docker.io/library/debian:bookworm-slim': 'debian.tar',
  'docker.io/library/postgres:15-bookworm': 'postgresql.tar',
}

/** Containerfile and scripts have no findings. */
export function proveLint(report: Report, tools: string): void {
  const lint = (command: string, args: readonly string[]) => {
    try {
      execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      return ''
    } catch (error) {
      return String((error as { stdout?: string }).stdout ?? error)
    }
  }
  const found = lint(join(tools, 'bin/hadolint'), ['--no-color', CONTAINERFILE])
  report.check('hadolint has no findings', found === '', found.trim())
  const scripts = execFileSync('git', ['ls-files', 'deploy/containers/scripts'], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const ofScripts = lint('shellcheck', scripts)
  report.check('shellcheck has no findings in the scripts of the images', ofScripts === '', ofScripts.trim())
}

/** Builds every image without a network, from the packages in the clone, and reports sizes. */
export function buildImages(report: Report, podman: Podman, clone: string, version: string): void {
  const roots = execFileSync(join(import.meta.dirname, 'tools/install-roots'), { encoding: 'utf8' }).trim()
  for (const [name, file] of Object.entries(bases)) podman.run('import', '--quiet', join(roots, file), name)
  const startedAt = Date.now()
  for (const image of images) {
    report.step(`building ${image}`)
    const options = ['--format', 'docker', '--network', 'none', '--pull=never', '--layers', '--quiet']
    const names = ['--target', image, '--tag', `localhost/${image}:${version}`, '--build-arg', `VERSION=${version}`]
    podman.run('build', ...options, ...names, '--file', join(clone, CONTAINERFILE), clone)
  }
  report.figure('seconds_build_images', (Date.now() - startedAt) / 1_000)
  for (const name of Object.keys(bases)) report.figure(`mebibytes_${name.split('/')[2]}`, mebibytesOf(podman, name))
  for (const image of images) {
    report.figure(`mebibytes_${image}`, mebibytesOf(podman, `localhost/${image}:${version}`))
  }
  proveImages(report, podman, version)
}

function proveImages(report: Report, podman: Podman, version: string): void {
  const config = images.map((image) => {
    const [found] = JSON.parse(podman.run('image', 'inspect', `localhost/${image}:${version}`)) as ImageConfig[]
    const labels = found?.Labels ?? {}
    return {
      image,
      isComplete:
        found?.User === USER &&
        (found.Healthcheck?.Test?.length ?? 0) > 1 &&
        labels['org.opencontainers.image.version'] === version &&
        Boolean(labels['org.opencontainers.image.licenses']),
    }
  })
  const wrong = config.filter(({ isComplete }) => !isComplete).map(({ image }) => image)
  report.check(
    'every image has a numeric user that is not root, a health check and labels',
    wrong.length === 0,
    wrong.join(', '),
  )
  const shown = podman.run(
    'run',
    '--rm',
    '--network',
    'none',
    '--read-only',
    `localhost/watchpost:${version}`,
    '--version',
  )
  report.check('the image has the version of the release', shown.startsWith(`watchpost ${version} `), shown.trim())
}

interface ImageConfig {
  User?: string
  Healthcheck?: { Test?: string[] }
  Labels?: Record<string, string>
}

function mebibytesOf(podman: Podman, image: string): number {
  const [found] = JSON.parse(podman.run('image', 'inspect', image)) as { Size: number }[]
  return (found?.Size ?? 0) / 2 ** 20
}
