import { alertName, alertRules } from './alert-rules.ts'

/** `docs/runbooks/README.md`: every alert and its page. */
export function runbookIndex(): string {
  const rows = alertRules.map(
    (rule) => `| [${alertName(rule)}](${rule.slug}.md) | ${rule.severity} | ${rule.for} | ${plain(rule.summary)} |`,
  )
  return `<!-- Written by \`pnpm gen\` from scripts/gen/alerts/alert-rules.ts: change it there. -->

# Runbooks

One page for each alert that the appliance can raise: what it means, what happens until it is fixed, how to find the cause, what to do. The rules are in [deploy/prometheus/watchpost-alerts.yml](../../deploy/prometheus/watchpost-alerts.yml); how to use them is in the [operator's guide](../guides/operator.md#alerts). When you do not know where to begin: \`watchpost doctor\`.

| alert | severity | after | says |
|---|---|---|---|
${rows.join('\n')}
`
}

/** Without the language of templates. */
function plain(summary: string): string {
  return summary.replaceAll(/\{\{[^}]*\}\}/g, '…')
}
