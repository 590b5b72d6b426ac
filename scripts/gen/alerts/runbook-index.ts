import { alertName, alertRules } from './alert-rules.ts'

/** `docs/runbooks/README.md`: every alert and its runbook. */
export function runbookIndex(): string {
  const rows = alertRules.map(
    (rule) => `| [${alertName(rule)}](${rule.slug}.md) | ${rule.severity} | ${rule.for} | ${plain(rule.summary)} |`,
  )
  return `<!-- Written by \`pnpm gen\` from scripts/gen/alerts/alert-rules.ts: change it there. -->

# Runbooks

Each alert has a runbook: what it means, its impact, how to find the cause, what to do. The Prometheus rules are in [deploy/prometheus/watchpost-alerts.yml](../../deploy/prometheus/watchpost-alerts.yml); the [operator's guide](../guides/operator/monitoring.md#alerts) explains how to use them. If you do not know where to start, run \`watchpost doctor\`.

| alert | severity | after | summary |
|---|---|---|---|
${rows.join('\n')}
`
}

/** Replaces the placeholders of the template. */
function plain(summary: string): string {
  return summary.replaceAll(/\{\{[^}]*\}\}/g, '…')
}
