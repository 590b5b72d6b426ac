import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../../../harness/report.ts'
import { compose, PROJECT, services } from '../compose.ts'
import { readAlert } from '../first-alert.ts'
import type { Podman } from '../podman.ts'
import { render } from './chart.ts'

const READY_WITHIN_MS = 300_000
const HEALTH = '/usr/lib/watchpost-container/health'
const RELEASE = 'play'
/** `podman kube play` knows no other kinds of the chart. */
const PLAYED = /^kind: (Deployment|PersistentVolumeClaim)$/m

/**
 * Runs what `podman kube play` supports of the chart, on the servers of compose: the deployments of all services. It
 * knows no secrets, so the volumes of compose take their place; the pods have no names for each other.
 */
export async function proveKubePlay(report: Report, podman: Podman, tools: string, folder: string): Promise<void> {
  report.step('the deployments of the chart under podman kube play')
  compose(podman, 'stop', ...services)
  const file = join(folder, 'play.yaml')
  writeFileSync(
    file,
    withVolumes(render(tools, ['--values', join(import.meta.dirname, 'values/kube-play.yaml')], RELEASE)),
  )
  const networks = ['front', 'health', 'store', 'log', 'engine'].flatMap((name) => ['--network', `${PROJECT}_${name}`])
  const { status, output } = podman.tryRun('kube', 'play', ...networks, file)
  if (status !== 0) throw new Error(`podman kube play ended with ${status}:\n${output.slice(-3_000)}`)
  try {
    const names = services.map((name) => [name, playedContainer(podman, name)] as const)
    let waiting = [...names]
    for (const end = Date.now() + READY_WITHIN_MS; waiting.length > 0 && Date.now() < end; await sleep(1_000)) {
      waiting = waiting.filter(([name, id]) => {
        // The console reports services that it cannot reach here.
        const check = name === 'console' ? [HEALTH, 'http', '8445', '/healthz'] : [HEALTH]
        return podman.tryRun('exec', id, ...check).status !== 0
      })
    }
    const logs = waiting.map(([name, id]) => `${name}: ${podman.tryRun('logs', '--tail', '5', id).output}`)
    report.check(
      'the deployments of the chart become ready under podman kube play',
      waiting.length === 0,
      logs.join('\n'),
    )
    const seen = readAlert(podman, folder, addressOf(podman))
    report.check('their API shows the alert', seen.alerts > 0, `${seen.alerts} alerts`)
  } finally {
    podman.tryRun('kube', 'down', file)
  }
}

/** The volume of compose that has the files of a secret. */
function withVolumes(rendered: string): string {
  return rendered
    .split(/^---$/m)
    .filter((text) => PLAYED.test(text))
    .map((text) => {
      const service = /app\.kubernetes\.io\/component: (\w+)/.exec(text)?.[1] ?? ''
      const volumes: Record<string, string> = { passwords: service, 'log-ca': 'shared', keys: 'keys' }
      return text.replaceAll(
        /^( +)- name: ([a-z-]+)\n +secret:\n(?:\1 {4,}.*\n)+/gm,
        (_, indent: string, name: string) =>
          `${indent}- name: ${name}\n${indent}  persistentVolumeClaim:\n${indent}    claimName: ${PROJECT}_${volumes[name]}\n`,
      )
    })
    .join('---')
}

function playedContainer(podman: Podman, service: string): string {
  const lines = podman.run('ps', '--all', '--format', '{{.ID}} {{.Names}}').trim().split('\n')
  const line = lines.find((each) => each.includes(` ${RELEASE}-${service}-pod`) && each.endsWith(`-${service}`))
  if (!line) throw new Error(`no container of ${service}: ${lines.join(', ')}`)
  return line.split(' ')[0] ?? ''
}

/** A pod has no published port here. */
function addressOf(podman: Podman): string {
  const pod = podman
    .run('ps', '--all', '--format', '{{.ID}} {{.Names}}')
    .split('\n')
    .find((line) => new RegExp(` ${RELEASE}-api-pod.*`).test(line))
  const inspected = podman.run('inspect', '--format', '{{.Pod}}', pod?.split(' ')[0] ?? '').trim()
  const infra = podman.run('pod', 'inspect', '--format', '{{.InfraContainerID}}', inspected).trim()
  const [found] = JSON.parse(podman.run('inspect', infra)) as {
    NetworkSettings: { Networks: Record<string, { IPAddress: string }> }
  }[]
  return found?.NetworkSettings.Networks[`${PROJECT}_front`]?.IPAddress ?? ''
}
