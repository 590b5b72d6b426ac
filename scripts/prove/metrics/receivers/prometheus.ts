import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWatcher } from './watcher.ts'

export interface FiringAlert {
  name: string
  state: 'pending' | 'firing'
  labels: Record<string, string>
}

export interface PrometheusOptions {
  port: number
  /** The supervisor's port. */
  internalPort: number
  /** Divides the waits of the rules, so that a proof does not take hours. */
  faster: number
}

/** The rules with shorter waits and windows but the same conditions. */
export function hurried(rules: string, faster: number): string {
  const shorter = (amount: string, unit: string) => {
    const seconds = Number(amount) * ({ s: 1, m: 60, h: 3_600 }[unit] ?? 1)
    return `${seconds === 0 ? 0 : Math.max(5, Math.round(seconds / faster))}s`
  }
  return rules
    .replaceAll(
      /^( +for: )(\d+)([smh])$/gm,
      (_, head: string, amount: string, unit: string) => head + shorter(amount, unit),
    )
    .replaceAll(/\[(\d+)([smh])\]/g, (_, amount: string, unit: string) => `[${shorter(amount, unit)}]`)
    .replaceAll(/offset (\d+)([smh])/g, (_, amount: string, unit: string) => `offset ${shorter(amount, unit)}`)
}

/** A real Prometheus that scrapes the stack like the example configuration, only more often. */
export function createPrometheus(dir: string, { port, internalPort, faster }: PrometheusOptions) {
  const url = `http://127.0.0.1:${port}`
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  const example = readFileSync('deploy/prometheus/prometheus.yml', 'utf8')
  const config = example
    .replace('http://127.0.0.1:8445/targets', `http://127.0.0.1:${internalPort}/targets`)
    .replace('scrape_interval: 15s', 'scrape_interval: 2s')
    .replace('evaluation_interval: 15s', 'evaluation_interval: 2s')
    .replace('refresh_interval: 30s', 'refresh_interval: 5s')
  writeFileSync(join(dir, 'prometheus.yml'), config)
  const rules = readFileSync('deploy/prometheus/watchpost-alerts.yml', 'utf8')
  writeFileSync(join(dir, 'watchpost-alerts.yml'), hurried(rules, faster))

  async function ask<T>(path: string): Promise<T> {
    const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(5_000) })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return ((await response.json()) as { data: T }).data
  }
  const watcher = createWatcher('prometheus', {
    command: 'usr/bin/prometheus',
    args: [
      `--config.file=${join(dir, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(dir, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    logFile: join(dir, 'prometheus.log'),
    isUp: () =>
      fetch(`${url}/-/ready`).then(
        (response) => response.ok,
        () => false,
      ),
  })
  return {
    ...watcher,
    async alerts(): Promise<FiringAlert[]> {
      const { alerts } = await ask<{ alerts: { labels: Record<string, string>; state: FiringAlert['state'] }[] }>(
        '/api/v1/alerts',
      )
      return alerts.map(({ labels, state }) => ({ name: labels.alertname ?? '', state, labels }))
    },
    async targets(): Promise<Array<{ process: string; health: string }>> {
      const { activeTargets } = await ask<{ activeTargets: { labels: Record<string, string>; health: string }[] }>(
        '/api/v1/targets?state=active',
      )
      return activeTargets.map(({ labels, health }) => ({ process: labels.process ?? '', health }))
    },
    /** The names of all loaded rules. */
    async rules(): Promise<string[]> {
      const { groups } = await ask<{ groups: { rules: { name: string }[] }[] }>('/api/v1/rules')
      return groups.flatMap((group) => group.rules.map(({ name }) => name))
    },
  }
}
export type Prometheus = ReturnType<typeof createPrometheus>
